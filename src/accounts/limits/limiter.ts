/**
 * Sending limits: how much an account sends, how fast and to whom. What is allowed is counted at once, so that
 * requests that arrive together do not all find the same room; what is not accepted after all is given
 * back. Test keys never come here.
 */
import { createHash } from 'node:crypto';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Destinations } from './destinations.ts';
import { type LimitRefusal, refuse } from './limit-refusal.ts';
import { PassingCounts } from './passing-counts.ts';
import type { Limits, Policy } from './policy.ts';
import type { RuleName } from './rules.ts';
import { Taking, type TakingPorts } from './taking.ts';

export type Ask = {
  readonly accountId: number;
  readonly keyId: number;
  readonly policy: Policy;
  readonly urgent: boolean;
  readonly recipients: readonly {
    readonly phone: PhoneNumber;
    readonly text: string;
    readonly cost: Millionths;
  }[];
  readonly nowMs: number;
};

/** So many emails, one for each recipient, and what they cost together. */
export type MailAsk = Pick<Ask, 'accountId' | 'keyId' | 'policy' | 'nowMs'> & {
  readonly mails: number;
  readonly cost: Millionths;
};

/** What goes by no message. */
export type MoneyAsk = Pick<Ask, 'accountId' | 'keyId' | 'policy' | 'nowMs'> & {
  readonly cost: Millionths;
};

export type LimitVerdict =
  | {
      readonly ok: true;
      /** The rule by which it is not to be sent until somebody releases it. */
      readonly heldBy: RuleName | undefined;
      /** It was not accepted after all. */
      readonly giveBack: () => void;
    }
  | { readonly ok: false; readonly refusal: LimitRefusal };

export type LimiterPorts = TakingPorts & { readonly destinations: Destinations };

/** Texts that are remembered to find duplicates, and numbers to find runs. */
const textsMax = 100_000;
const numbersMax = 2_000;
const accountsMax = 1_000;

export class Limiter {
  readonly #ports: LimiterPorts;
  readonly #texts = new BoundedMap<string, number>(textsMax);
  readonly #passing = new PassingCounts();
  /** Of each account how many numbers stand in a row, by the number at either end. */
  readonly #runs = new BoundedMap<number, BoundedMap<number, number>>(accountsMax);

  constructor(ports: LimiterPorts) {
    this.#ports = ports;
  }

  take(ask: Ask): LimitVerdict {
    const taking = new Taking(ask, this.#ports, this.#passing);
    const refusal =
      this.#judgeRecipients(ask, taking) ??
      judgeSpending(ask, costOf(ask), taking) ??
      this.#judgeDuplicates(ask, taking);
    return verdictOf(taking, refusal);
  }

  /** Emails count by the day and by what they cost: rules about phones do not concern them. */
  takeMails(ask: MailAsk): LimitVerdict {
    const taking = new Taking(ask, this.#ports, this.#passing);
    const refusal =
      taking.tallyStored('mail-day', 'mails', ask.mails) ?? judgeSpending(ask, ask.cost, taking);
    return verdictOf(taking, refusal);
  }

  /** The rent of a number: it is spent as what messages cost is. */
  takeRent(ask: MoneyAsk): LimitVerdict {
    const taking = new Taking(ask, this.#ports, this.#passing);
    return verdictOf(taking, judgeSpending(ask, ask.cost, taking));
  }

  /** Money for a sub-account: the account still has it, the key has moved it. */
  takeTransfer(ask: MoneyAsk): LimitVerdict {
    const taking = new Taking(ask, this.#ports, this.#passing);
    return verdictOf(taking, judgeKeySpending(ask, ask.cost, taking));
  }

  /** A sub-account, and what it is given to begin with. */
  takeSubAccount(ask: MoneyAsk): LimitVerdict {
    const taking = new Taking(ask, this.#ports, this.#passing);
    const refusal =
      taking.tallyStored('sub-accounts-hour', 'made') ?? judgeKeySpending(ask, ask.cost, taking);
    return verdictOf(taking, refusal);
  }

  #judgeRecipients(ask: Ask, taking: Taking): LimitRefusal | undefined {
    for (const { phone } of ask.recipients) {
      const refusal = this.#judgeRecipient(phone, ask, taking);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  #judgeRecipient(phone: PhoneNumber, ask: Ask, taking: Taking): LimitRefusal | undefined {
    const { country = '', block } = this.#ports.destinations.of(phone);
    const number = Number(phone);
    const { counted, refusal } = taking.see(number);
    const isNew = counted === 0;
    return (
      refusal ??
      (ask.urgent ? taking.tally('urgent-10min', number) : undefined) ??
      taking.tally('phone-day', number) ??
      taking.tallyStored('country-hour', country) ??
      (isNew ? taking.tally('block-10min', block) : undefined) ??
      (isNew ? this.#judgeRun(number, ask, taking) : undefined)
    );
  }

  /** Each number that was not seen lately makes the row longer that it stands at the end of. */
  #judgeRun(number: number, ask: Ask, taking: Taking): LimitRefusal | undefined {
    const limit = ask.policy.limits.run;
    if (limit.action === 'ignore') return undefined;
    const runs = this.#runsOf(ask.accountId);
    const length = Math.max(runs.get(number - 1) ?? 0, runs.get(number + 1) ?? 0) + 1;
    runs.set(number, length);
    if (length <= limit.max) return undefined;
    return taking.exceeded('run', limit, {
      subject: `${ask.accountId}/${number}`,
      before: length - 1,
    });
  }

  #runsOf(accountId: number): BoundedMap<number, number> {
    let runs = this.#runs.get(accountId);
    if (runs === undefined) {
      runs = new BoundedMap(numbersMax);
      this.#runs.set(accountId, runs);
    }
    return runs;
  }

  #judgeDuplicates({ accountId, policy, recipients, nowMs }: Ask, taking: Taking) {
    const limit = policy.limits.duplicate;
    if (limit.action === 'ignore') return undefined;
    const windowMs = limit.max * 1_000;
    const texts = recipients.map(({ phone, text }) => digest(`${accountId}/${phone}/${text}`));
    for (const text of texts) {
      const leftMs = (this.#texts.get(text) ?? -windowMs) + windowMs - nowMs;
      if (leftMs > 0) return refuse('duplicate', limit, Math.ceil(leftMs / 1_000));
    }
    for (const text of texts) this.#texts.set(text, nowMs);
    taking.undone = () => {
      for (const text of texts) this.#texts.delete(text);
    };
    return undefined;
  }
}

function costOf({ recipients }: Ask): number {
  return recipients.reduce((sum, recipient) => sum + recipient.cost, 0);
}

type Spender = Pick<Ask, 'accountId' | 'keyId' | 'policy'>;

function judgeSpending(spender: Spender, cost: number, taking: Taking): LimitRefusal | undefined {
  if (cost === 0) return undefined;
  const { accountId, policy } = spender;
  return (
    judgeCost(policy.limits, { cost, subject: `${accountId}` }, taking) ??
    judgeKeySpending(spender, cost, taking)
  );
}

function judgeKeySpending({ accountId, keyId, policy }: Spender, cost: number, taking: Taking) {
  const ofKey = policy.keyLimits.get(keyId);
  if (cost === 0 || ofKey === undefined) return undefined;
  return judgeCost(ofKey, { cost, subject: `${accountId}/${keyId}` }, taking);
}

function verdictOf(taking: Taking, refusal: LimitRefusal | undefined): LimitVerdict {
  if (refusal === undefined) {
    return { ok: true, heldBy: taking.heldBy, giveBack: () => taking.giveBack() };
  }
  taking.giveBack();
  return { ok: false, refusal };
}

function judgeCost(
  limits: Partial<Limits>,
  { cost, subject }: { readonly cost: number; readonly subject: string },
  taking: Taking,
): LimitRefusal | undefined {
  const single = limits['message-cost'];
  if (single?.action === 'block' && cost > single.max) return refuse('message-cost', single, 0);
  for (const rule of ['spend-hour', 'spend-day'] as const) {
    const limit = limits[rule];
    if (limit === undefined || limit.action === 'ignore') continue;
    const refused = taking.spend(rule, limit, { subject, cost });
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
