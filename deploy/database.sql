-- Run once, where the database's volume is new. Parley's role owns its database and nothing else; the server's own
-- superuser has no password, so it comes in by the socket inside the container alone.
\getenv password POSTGRES_PASSWORD
CREATE ROLE parley LOGIN PASSWORD :'password';
CREATE DATABASE parley OWNER parley;
ALTER ROLE postgres PASSWORD NULL;
