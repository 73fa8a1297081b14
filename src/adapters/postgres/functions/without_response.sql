-- An attempt without what the receiver responded.
create or replace function without_response(attempt json) returns json language sql immutable as $$
  select json_build_object('at', attempt->'at', 'duration_ms', attempt->'duration_ms',
    'is_received', attempt->'is_received', 'status', attempt->'status', 'error', attempt->'error', 'body', null)
$$;
