/** `mail statistics`: how mails went, by hour or day, by provider of mailboxes, and why some did not arrive. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { costOf, delaysOf, largestFirst, sumOf, tableOf } from '#accounts/statistics/figures.ts';
import {
  placeView,
  readSpan,
  spanRefusals,
  spanShape,
  stepFrom,
} from '#accounts/statistics/span.ts';
import { formatTable } from '#core/csv-text.ts';
import { operation, Refusal } from '#core/operation.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import { byStep } from '#core/time-steps.ts';
import { suppressionOf } from '#mail/delivery/treatment.ts';
import type { MailClass } from '#mail/mail-fact.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { MailFigure } from './mail-figures.ts';

type FigurePorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly emails: Pick<EmailStore, 'figuresByHour' | 'figuresByProvider'>;
};

const figures = {
  mails: z.int(),
  /** Taken by the recipient's server, those that somebody called spam later among them. */
  delivered: z.int(),
  /** Live, and yet gone no further than the catcher on this machine: they cost nothing. */
  caught: z.int(),
  underWay: z.int(),
  /** Under way too: a server has put them off. */
  deferred: z.int(),
  /** Refused because the mailbox or its domain is not there. */
  bouncedHard: z.int(),
  /** Refused for any other reason, perhaps after it was taken. */
  bouncedSoft: z.int(),
  /** Given up, most of them because their time was over. */
  failed: z.int(),
  suppressed: z.int(),
  cancelled: z.int(),
  complained: z.int(),
  cost: z.string(),
  /** From accept to the server's 250, for half of what was sent, and for 95 of 100; null: nothing was. */
  halfWithinMs: z.int().nullable(),
  mostWithinMs: z.int().nullable(),
};

const told = z.object({
  ...placeView,
  total: z.object(figures),
  steps: z.array(z.object({ ...stepFrom, ...figures })),
  /** Their domains; empty: all others. Those with the most mails first. */
  providers: z.array(z.object({ provider: z.string(), ...figures })),
  errors: z.array(
    z.object({
      /** A class such as `mailbox-unknown`. */
      reason: z.string(),
      /** `550 5.1.1`, as the server answered last; empty where none did. */
      code: z.string(),
      mails: z.int(),
    }),
  ),
});

const span = z.strictObject(spanShape);

export const mailStatistics = operation({
  name: 'mail statistics',
  does: 'reads',
  needs: 'read facts',
  input: span,
  output: told,
  refusals: spanRefusals,
  run: (ports: FigurePorts, asked, { accountId }) => tell(ports, asked, accountId),
});

const tables = {
  steps: ['from', ...Object.keys(figures)],
  providers: ['provider', ...Object.keys(figures)],
  errors: ['reason', 'code', 'mails'],
} as const;

export const exportMailStatistics = operation({
  name: 'mail statistics export',
  does: 'reads',
  needs: 'read facts',
  input: span.extend({ table: z.enum(['steps', 'providers', 'errors']) }),
  output: tableAnswer,
  refusals: spanRefusals,
  async run(ports: FigurePorts, { table, ...asked }, { accountId }) {
    const all = await tell(ports, asked, accountId);
    if (all instanceof Refusal) return all;
    const rows = tableOf(tables[table], all[table]);
    return new TableAnswer(`mails-${table}`, [formatTable(rows)]);
  },
});

type Told = z.input<typeof told>;

async function tell(ports: FigurePorts, asked: z.output<typeof span>, accountId: number) {
  const read = await readSpan(ports, asked, accountId);
  if (read instanceof Refusal) return read;
  const { place, starts, wish } = read;
  const hours = await ports.emails.figuresByHour(wish);
  const places = await ports.emails.figuresByProvider(wish);
  const providers = largestFirst(places, ({ provider }) => provider, mailsOf);
  return {
    ...place,
    total: addUp(places),
    steps: byStep(starts, hours, addUp),
    providers: providers.map(([provider, ofIt]) => ({ provider, ...addUp(ofIt) })),
    errors: errorsOf(places),
  };
}

const mailsOf = ({ mails }: MailFigure): number => mails;

function addUp(all: readonly MailFigure[]): Told['total'] {
  const of = (...states: MailFigure['state'][]) =>
    all.filter(({ state }) => states.includes(state));
  const count = (...states: MailFigure['state'][]) => sumOf(of(...states), mailsOf);
  const bouncedHard = sumOf(of('bounced').filter(isHard), mailsOf);
  return {
    mails: sumOf(all, mailsOf),
    delivered: count('sent', 'complained'),
    caught: count('caught'),
    underWay: count('under way', 'deferred'),
    deferred: count('deferred'),
    bouncedHard,
    bouncedSoft: count('bounced') - bouncedHard,
    failed: count('failed'),
    suppressed: count('suppressed'),
    cancelled: count('cancelled'),
    complained: count('complained'),
    cost: costOf(all),
    ...delaysOf(of('sent'), mailsOf),
  };
}

/** As the suppression list judges it. */
function isHard({ detail }: MailFigure): boolean {
  const [why] = detail.split(' ', 1);
  return suppressionOf({ class: why as MailClass, code: 0 }, '') === 'hard';
}

function errorsOf(all: readonly MailFigure[]): Told['errors'] {
  const failed = all.filter(({ state }) => state === 'bounced' || state === 'failed');
  return largestFirst(failed, ({ detail }) => detail, mailsOf).map(([detail, ofIt]) => {
    const [reason = '', ...code] = detail.split(' ');
    return { reason, code: code.join(' '), mails: sumOf(ofIt, mailsOf) };
  });
}
