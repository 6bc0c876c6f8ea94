/** Statements that give a PostgreSQL database back as it was before anybody had done anything, without making its tables anew. */

/** Once, in a new database: notes which rows it begins with. */
export const keepFirstRows = `DO $$
DECLARE name text; filled boolean;
BEGIN
  CREATE SCHEMA at_first;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
    IF filled THEN EXECUTE format('CREATE TABLE at_first.%I AS TABLE public.%I', name, name); END IF;
  END LOOP;
END $$`;

/** Each table holds again what it held first. Triggers and references are passed over, which only a superuser may. */
export const emptyTables = `DO $$
DECLARE name text; filled boolean;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
    IF filled THEN EXECUTE format('DELETE FROM public.%I', name); END IF;
  END LOOP;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'at_first' LOOP
    EXECUTE format('INSERT INTO public.%I SELECT * FROM at_first.%I', name, name);
  END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
    EXECUTE format('ALTER SEQUENCE public.%I RESTART', name);
  END LOOP;
END $$`;
