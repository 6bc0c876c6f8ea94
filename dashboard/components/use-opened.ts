/** Whether the form of a page is open: by a button of the page, or because the address says so (`?do=add`), as a found action does. */
import { useState } from 'react';
import { useFilter } from './use-filter.ts';

export const addSearch = { do: 'add' } as const;

/** `isAllowed`: to others an address opens nothing. */
export function useOpened(isAllowed = true): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useFilter('do');
  const isAsked = isAllowed && asked === addSearch.do;
  const set = (wanted: boolean) => {
    setOpen(wanted);
    if (isAsked && !wanted) setAsked('');
  };
  return [isOpen || isAsked, set];
}
