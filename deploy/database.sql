-- Runs once, when the volume of the database is new. The role of Parley owns only its database. The superuser of the server
-- has no password, so it can only connect through the socket inside the container.
\getenv password POSTGRES_PASSWORD
CREATE ROLE parley LOGIN PASSWORD :'password';
CREATE DATABASE parley OWNER parley;
ALTER ROLE postgres PASSWORD NULL;
