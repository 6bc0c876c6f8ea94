/** Which rows of a list are selected. Rows that are gone are not selected any more. */
import { useState } from 'react';
import { selectedMax } from './bulk.tsx';

type Key = string | number;

export type Selection = {
  readonly has: (key: Key) => boolean;
  /** `isRange`: with all rows from the one that was toggled last. */
  readonly toggle: (key: Key, isRange?: boolean) => void;
  readonly toggleAll: () => void;
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly clear: () => void;
};

/** `keys`: of the rows, in their order. */
export function useSelection(keys: readonly Key[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set());
  const [last, setLast] = useState<Key>();
  const count = keys.filter((key) => chosen.has(key)).length;
  const isAll = count > 0 && count >= Math.min(keys.length, selectedMax);
  return {
    has: (key) => chosen.has(key),
    toggle: (key, isRange = false) => {
      const stretch = isRange && last !== undefined ? between(keys, last, key) : [key];
      const isOn = !chosen.has(key);
      const others = [...chosen].filter((one) => !stretch.includes(one));
      setChosen(new Set(isOn ? [...others, ...stretch].slice(0, selectedMax) : others));
      setLast(key);
    },
    toggleAll: () => setChosen(new Set(isAll ? [] : keys.slice(0, selectedMax))),
    isAll,
    isSome: count > 0,
    clear: () => setChosen(new Set()),
  };
}

function between(keys: readonly Key[], one: Key, other: Key): readonly Key[] {
  const places = [keys.indexOf(one), keys.indexOf(other)].toSorted((a, b) => a - b);
  const [from = -1, to = -1] = places;
  return from < 0 ? [other] : keys.slice(from, to + 1);
}
