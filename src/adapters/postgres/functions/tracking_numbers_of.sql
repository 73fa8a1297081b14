-- For the index of orders by tracking number.
create or replace function tracking_numbers_of(fulfillments json)
returns text[] language sql immutable strict parallel safe
return array(
  select f ->> 'tracking_number' from json_array_elements(fulfillments) as f where f ->> 'tracking_number' is not null
);
