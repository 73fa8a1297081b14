-- Runs when the database's volume is empty. The superuser can connect from inside the container only.
\getenv password POSTGRES_PASSWORD
\getenv owner_password POSTGRES_OWNER_PASSWORD
create role commerce_owner login password :'owner_password';
create role commerce login password :'password';
create database commerce owner commerce_owner;
alter role postgres password null;
