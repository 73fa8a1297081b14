-- Runs when the database's volume is empty. The superuser can connect from inside the container only.
\getenv password POSTGRES_PASSWORD
create role commerce_owner login password :'password';
create role commerce login password :'password';
create database commerce owner commerce_owner;
alter role postgres password null;
