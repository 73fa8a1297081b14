/** Statements after which all subjects are counted again, beside the figures that are shown meanwhile. */
export const countAgain = (): readonly string[] => [
  `insert into analytics_generations (generation, time_zone, status, position)
    select (select max(generation) from analytics_generations) + 1, time_zone, 'building',
      (select last_position from event_feed)
    from analytics_generations where status = 'current'
    on conflict (status) where status <> 'retired' do nothing`,
  "update analytics_generations set last_subject = null, counted = 0 where status = 'building'",
];
