/** Chooses the time that a list is about; it stands in the address. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../app/use-texts.tsx';
import { listTexts } from '../texts/lists.ts';
import { type AskedRange, type RangeName, rangeNames } from './list-range.ts';
import { useFilter } from './use-filter.ts';

/** What the address says of it: also the part of a query key that says which time is shown. */
export function useRange(): AskedRange {
  const [time] = useFilter('time');
  const [from] = useFilter('from');
  const [until] = useFilter('until');
  return { time, from, until };
}

type RangeProps = {
  /** The range where the address names none; left out: any time. */
  readonly usual?: RangeName;
  /** In the head of a panel: small, and told by itself. */
  readonly isCompact?: boolean;
};

export function RangeChoice({ usual, isCompact = false }: RangeProps) {
  const texts = useTexts(listTexts);
  const { time } = useRange();
  const navigate = useNavigate();
  const choose = (chosen: string) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        time: chosen || undefined,
        ...(chosen !== 'custom' && { from: undefined, until: undefined }),
      }),
      replace: true,
    });
  const nameOf = (name: RangeName) => ({ value: name, label: texts[name] });
  return (
    <>
      <NativeSelect
        {...labelled(texts.time, isCompact)}
        value={time || (usual ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...(usual === undefined ? [{ value: '', label: texts.anyTime }] : []),
          ...rangeNames.map(nameOf),
        ]}
      />
      {time === 'custom' ? (
        <>
          <Minute name="from" {...labelled(texts.from, isCompact)} />
          <Minute name="until" {...labelled(texts.until, isCompact)} />
        </>
      ) : null}
    </>
  );
}

function labelled(label: string, isCompact: boolean) {
  return isCompact ? { 'aria-label': label, size: 'xs' } : { label };
}

/** Browsers tell of a minute only once all of it is written. */
function Minute({ name, ...labels }: { readonly name: string } & ReturnType<typeof labelled>) {
  const [value, set] = useFilter(name);
  return (
    <TextInput
      type="datetime-local"
      {...labels}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
