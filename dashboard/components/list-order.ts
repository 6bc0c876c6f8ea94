/** Which end of a list comes first; it stands in the address. Lists go by id, which an index serves both ways. */
import { useFilter } from './use-filter.ts';

export type ListOrder = {
  /** Undefined: the newest first. */
  readonly value: 'oldest' | undefined;
  readonly set: (value: 'newest' | 'oldest') => void;
};

export function useOrder(): ListOrder {
  const [given, set] = useFilter('order');
  return {
    value: given === 'oldest' ? 'oldest' : undefined,
    set: (value) => set(value === 'oldest' ? value : ''),
  };
}
