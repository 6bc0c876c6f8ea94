/** What is done with all rows that were selected: asked once, done row by row, and told at the end. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { listTexts } from '../texts/lists.ts';
import { countText, type Plural } from '../texts/texts.ts';
import { Confirm } from './confirm.tsx';
import classes from './data-table.module.css';
import { sayFailure } from './say-failure.ts';

export type BulkAction<Row> = {
  /** On its button: what is done. */
  readonly name: string;
  readonly fits: (row: Row) => boolean;
  /** Rows that share it are done at once, such as phones of one message; left out: each by itself. */
  readonly thingOf?: (row: Row) => string | number;
  readonly title: string;
  /** What it comes to, by how many things it is done to. */
  readonly effect: Plural;
  readonly done: Plural;
  readonly isHarmless?: boolean;
  readonly act: (row: Row) => Promise<unknown>;
  /** What was shown is out of date. */
  readonly changed: () => Promise<unknown>;
};

/** Selected at once: each is a request of its own. */
export const selectedMax = 500;
const atOnce = 4;

type BulkProps<Row> = {
  readonly rows: readonly Row[];
  readonly actions: readonly BulkAction<Row>[];
  readonly clear: () => void;
};

export function BulkBar<Row>({ rows, actions, clear }: BulkProps<Row>) {
  const texts = useTexts(listTexts);
  const { language } = useLanguage();
  const [asked, setAsked] = useState<BulkAction<Row>>();
  const [told, setTold] = useState('');
  return (
    <>
      <div className={classes['bulk']}>
        {rows.length === 0 ? null : (
          <>
            <Text size="sm" fw={600}>
              {countText(texts.selected, rows.length, language)}
            </Text>
            {actions.map((action) => (
              <Button
                key={action.name}
                size="compact-sm"
                variant="default"
                onClick={() => {
                  setTold('');
                  setAsked(action);
                }}
              >
                {action.name}
              </Button>
            ))}
            <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
              {texts.clear}
            </Button>
          </>
        )}
        <Text size="sm" role="status">
          {told}
        </Text>
      </div>
      {asked === undefined ? null : (
        <Ask
          action={asked}
          rows={rows}
          close={() => setAsked(undefined)}
          tell={(outcome) => {
            setTold(outcome);
            clear();
          }}
        />
      )}
    </>
  );
}

type AskProps<Row> = {
  readonly action: BulkAction<Row>;
  readonly rows: readonly Row[];
  readonly close: () => void;
  readonly tell: (outcome: string) => void;
};

function Ask<Row>({ action, rows, close, tell }: AskProps<Row>) {
  const texts = useTexts(listTexts);
  const common = useTexts(commonTexts);
  const { language } = useLanguage();
  const fitting = rows.filter(action.fits);
  const things = [...new Map(fitting.map((row) => [keyIn(action, row), row])).values()];
  const leftOut = rows.length - fitting.length;
  const run = async () => {
    const failures = await doEach(things, action.act);
    await action.changed();
    const { what, fix } = sayFailure(failures[0], common);
    const reason = `${what} ${fix}`.trimEnd();
    const lines = [
      countText(action.done, things.length - failures.length, language),
      ...(failures.length === 0
        ? []
        : [countText(texts.notDone, failures.length, language, { reason })]),
    ];
    tell(lines.join(' · '));
  };
  return (
    <Confirm
      isOpen
      title={action.title}
      effect={
        <>
          <p className={classes['effect']}>
            {things.length === 0
              ? texts.noneOfThem
              : countText(action.effect, things.length, language)}
          </p>
          {leftOut === 0 || things.length === 0 ? null : (
            <p className={classes['effect']}>{countText(texts.leftOut, leftOut, language)}</p>
          )}
        </>
      }
      action={action.name}
      isHarmless={action.isHarmless ?? false}
      isImpossible={things.length === 0}
      onConfirm={run}
      onClose={close}
    />
  );
}

function keyIn<Row>({ thingOf }: BulkAction<Row>, row: Row): unknown {
  return thingOf === undefined ? row : thingOf(row);
}

/** A few at a time. Gives what failed, in the order in which it did. */
async function doEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const left = rows.values();
  const work = async () => {
    for (const row of left) await act(row).catch((failure: unknown) => failures.push(failure));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}
