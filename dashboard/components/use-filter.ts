/** A filter that lives in the address: `?status=failed`, so that a list can be sent to somebody as it is seen. */
import { useNavigate, useSearch } from '@tanstack/react-router';

/** The empty text takes it out of the address. */
export function useFilter(name: string): readonly [string, (value: string) => void] {
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = (search as Readonly<Record<string, unknown>>)[name];
  const value = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const set = (changed: string) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, [name]: changed || undefined }),
      replace: true,
    });
  return [value, set];
}
