import { Migration } from '@mikro-orm/migrations';

/** Of currencies whose minor unit is not a hundredth. */
const DECIMALS = `case
  when o.currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF',
    'XOF', 'XPF') then 0
  when o.currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
  when o.currency in ('CLF', 'UYW') then 4
  else 2 end`;

const iso = (time: string): string => `to_char((${time}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const spanOf = (start: string, end: string): string => `jsonb_build_object('start', ${iso(start)}, 'end', ${iso(end)})`;

/**
 * What waits is of the current period unless that waits too. A pause has moved the period since by its length, and what is
 * left moves with it.
 */
const MOVE_PART = `
  delay := s.ends - (part#>>'{period,end}')::timestamptz;
  is_moved := delay > interval '0' and s.billed_plan is not null and part->>'kind' in ('credit', 'charge')
    and (part#>>'{period,end}')::timestamptz - (part#>>'{period,start}')::timestamptz = s.ends - s.starts
    and not exists (select from jsonb_array_elements(s.unbilled) where value->>'kind' = 'period');
  if is_moved then
    part := part || jsonb_build_object('period', ${spanOf('s.starts', 's.ends')},
      'span', ${spanOf("(part#>>'{span,start}')::timestamptz + delay", "(part#>>'{span,end}')::timestamptz + delay")});
  end if`;

/**
 * Credits wait by what they are of: those of what is not on an invoice yet shorten it, and the others become the unused time
 * of their period's charge.
 */
const SPLIT_PARTS = `
  for part in select value from jsonb_array_elements(s.unbilled) loop
    part := jsonb_set(part, '{plan}', (part->'plan') - 'discountCodes');
    ${MOVE_PART};
    if part->>'kind' <> 'credit' then
      kept := kept || jsonb_build_array(part);
      continue;
    end if;
    found := (
      select max(ordinality)::int - 1 from jsonb_array_elements(kept) with ordinality
      where value->>'kind' in ('charge', 'period') and value->'plan' = part->'plan'
        and value#>>'{span,end}' = coalesce(value#>>'{period,end}', value#>>'{span,end}'));
    if found is null then
      unused := unused || jsonb_build_array(jsonb_build_object(
        'plan', part->'plan', 'part', jsonb_build_object('span', part->'span', 'period', part->'period')));
      continue;
    end if;
    running := kept->found;
    kept := kept - found;
    if (part#>>'{span,start}')::timestamptz > (running#>>'{span,start}')::timestamptz then
      kept := jsonb_insert(kept, array[found::text], jsonb_build_object(
        'kind', 'charge', 'plan', running->'plan', 'period', coalesce(running->'period', running->'span'),
        'span', jsonb_build_object('start', running#>'{span,start}', 'end', part#>'{span,start}')));
    end if;
  end loop`;

/** The lines that charged a plan for the whole period of a charge, and what became of their invoice. */
const FIND_CHARGE = `
  select i.id, i.status, i.prices_include_tax, sum(l.gross) as total,
    jsonb_agg(jsonb_build_object('net', l.net, 'tax', l.tax, 'tax_rate', l.tax_rate, 'tax_name', l.tax_name)) as amounts,
    case i.status when 'draft' then 0 else greatest(0, i.total - i.amount_paid - i.amount_out_of_band + i.amount_refunded
      - case i.status when 'open' then i.amount_due else 0 end) end as lost,
    (select sum(greatest(0, (x->>'unit_price')::numeric * (x->>'quantity')::numeric - (x->>'discount')::numeric
        + case when i.prices_include_tax then 0 else (x->>'tax')::numeric end))
      from json_array_elements(i.lines) x) as charged
  into found_charge
  from invoices i cross join lateral (
    select value#>>'{period,start}' as starts, value->>'tax_name' as tax_name, (value->>'tax_rate')::numeric as tax_rate,
      sum((value->>'tax')::numeric) as tax,
      sum(p.discounted - case when i.prices_include_tax then (value->>'tax')::numeric else 0 end) as net,
      sum(p.discounted + case when i.prices_include_tax then 0 else (value->>'tax')::numeric end) as gross
    from json_array_elements(i.lines) cross join lateral (select
      (value->>'unit_price')::numeric * (value->>'quantity')::numeric - (value->>'discount')::numeric as discounted) p
    where p.discounted >= 0 and value->>'description' !~ ': (usage|remaining time|setup)$'
      and (value#>>'{period,start}')::timestamptz <= starts_at
      and (value#>>'{period,end}')::timestamptz - (value#>>'{period,start}')::timestamptz = ends_at - starts_at
    group by 1, 2, 3) l
  where i.subscription_id = s.id
  group by i.id, l.starts
  order by l.starts desc, i.created_at desc
  limit 1`;

/**
 * What was charged for a period is recorded with the subscription: of the current period, and of those of which a credit
 * waits for the next invoice. A period without an invoice has charged nothing that could be credited.
 */
export class ChargesOfPeriods extends Migration {
  override up(): void {
    this.addSql(`alter table subscriptions add charges json not null default '[]'`);
    this.addSql(`do $$
      declare
        s record; part jsonb; kept jsonb; unused jsonb; running jsonb; found int; delay interval; is_moved boolean;
        recorded jsonb; charge record; found_charge record; starts_at timestamptz; ends_at timestamptz;
      begin
        for s in
          select o.id, o.current_period_start as starts, o.current_period_end as ends, o.unbilled::jsonb as unbilled,
            o.billed_plan::jsonb - 'discountCodes' as billed_plan, ${DECIMALS} as decimals
          from subscriptions o where o.billed_plan is not null or json_array_length(o.unbilled) > 0
        loop
          kept := '[]'; unused := '[]'; recorded := '[]';
          ${SPLIT_PARTS};
          for charge in
            select value->'plan' as plan, value#>'{part,period}' as period, jsonb_agg(value->'part' order by ordinality) as parts
            from jsonb_array_elements(unused) with ordinality group by 1, 2
            union all
            select s.billed_plan, ${spanOf('s.starts', 's.ends')}, '[]'
            where s.billed_plan is not null and not exists (
              select from jsonb_array_elements(kept)
              where value->>'kind' in ('charge', 'period') and (value#>>'{span,end}')::timestamptz = s.ends)
          loop
            starts_at := (charge.period->>'start')::timestamptz;
            ends_at := (charge.period->>'end')::timestamptz;
            ${FIND_CHARGE};
            if found_charge.id is null then continue; end if;
            recorded := recorded || jsonb_build_array(jsonb_build_object(
              'invoiceId', found_charge.id, 'plan', charge.plan, 'period', charge.period, 'unused', charge.parts,
              'planName', (select name from plans where id = charge.plan->>'planId'),
              'amounts', found_charge.amounts, 'credits', '[]'::jsonb,
              'lost', case when found_charge.status = 'void' then found_charge.total
                when found_charge.charged = 0 then 0
                else least(found_charge.total,
                  round(found_charge.lost * found_charge.total / found_charge.charged, s.decimals)) end));
          end loop;
          update subscriptions t set unbilled = kept::json, charges = recorded::json where t.id = s.id;
        end loop;
      end $$`);
    this.addSql('alter table subscriptions drop billed_plan');
    // the former version needs what was dropped
    this.addSql(`insert into schema_requirements (needed_migration) values ('20261128-charges-of-periods')`);
  }
}
