/**
 * Everything that decides whether an email may go, to whom and at what price. Nothing is stored.
 *
 * sender → suppression list → size → what is caught here → price → limits → standing
 */
import type { LimitVerdict } from '#accounts/limits/limiter.ts';
import type { Clock } from '#core/clock.ts';
import { type Millionths, times, zero } from '#core/money.ts';
import type { Mailbox } from '../message/email-content.ts';
import type { EmailRecipient, EmailRefusal, EmailRequest } from './email-request.ts';

export type ChosenSender =
  | { readonly ok: true; readonly from: Mailbox }
  | {
      readonly ok: false;
      readonly refusal: Extract<
        EmailRefusal,
        { why: 'mail sender is missing' | 'mail sender is not verified' }
      >;
    };

export type SenderWish = {
  readonly accountId: number;
  /** Undefined: the account's default. */
  readonly from: Mailbox | undefined;
  /** It stays here, so that any sender will do. */
  readonly isCaught: boolean;
  /** Nothing is sent: nothing is made for a sender that is new. */
  readonly isTrial?: boolean | undefined;
};

export type MailCount = {
  readonly accountId: number;
  readonly keyId: number;
  readonly mails: number;
  readonly cost: Millionths;
  readonly nowMs: number;
};

export type JudgePorts = {
  readonly chooseSender: (wish: SenderWish) => Promise<ChosenSender>;
  /** Those that the account may not write to, of all its mail or of that stream. */
  readonly suppressed: (
    accountId: number,
    stream: string | null,
    addresses: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Of one mail; undefined where nobody has said it. */
  readonly priceOf: (accountId: number, nowMs: number) => Millionths | undefined;
  /** Whether its mail to this address goes no further than our catcher, whatever the key. */
  readonly staysHere: (place: {
    readonly accountId: number;
    readonly sender: string;
    readonly address: string;
  }) => boolean;
  readonly takeMails: (count: MailCount) => LimitVerdict;
  /** Why the account's mail waits for an administrator; undefined: it does not. */
  readonly heldBecause: (accountId: number) => Promise<string | undefined>;
  readonly clock: Clock;
};

export type EmailJudgement = {
  readonly request: EmailRequest;
  readonly from: Mailbox;
  readonly going: readonly EmailRecipient[];
  readonly suppressed: readonly string[];
  /** Of one mail. */
  readonly price: Millionths;
  /** Those of a live email whose mails are caught here, which cost nothing. */
  readonly caught: ReadonlySet<string>;
  readonly heldBecause: string | undefined;
  /** It was not accepted after all: limits forget it. */
  readonly giveBack: () => void;
};

export type EmailVerdict =
  | { readonly ok: true; readonly judgement: EmailJudgement }
  | { readonly ok: false; readonly refusal: EmailRefusal };

/** Whether it stays here and costs no real money. */
export function isTest({ caller }: EmailRequest): boolean {
  return caller.key.mode === 'test';
}

export async function judgeEmail(request: EmailRequest, ports: JudgePorts): Promise<EmailVerdict> {
  const { caller, recipients, stream, sandbox } = request;
  const accountId = caller.account.id;
  const isPlay = sandbox || isTest(request);
  const sender = await ports.chooseSender({ accountId, from: request.from, isCaught: isPlay });
  if (!sender.ok) return sender;
  const addresses = recipients.map(({ address }) => address);
  const unwanted = await ports.suppressed(accountId, stream, addresses);
  const going = recipients.filter(({ address }) => !unwanted.has(address));
  const suppressed = addresses.filter((address) => unwanted.has(address));
  if (going.length === 0) {
    return { ok: false, refusal: { why: 'recipients are suppressed', addresses: suppressed } };
  }
  if (sizeOf(request) > mailBytesMax) {
    return { ok: false, refusal: { why: 'mail is too large', max: mailBytesMax } };
  }
  const nowMs = ports.clock.nowMs();
  const caught = new Set(isPlay ? [] : caughtOf(going, { accountId, from: sender.from }, ports));
  const isFree = isTest(request) || caught.size === going.length;
  // A new installation may be tried before anybody has set a price.
  const price = ports.priceOf(accountId, nowMs) ?? (isFree ? zero : undefined);
  if (price === undefined) return { ok: false, refusal: { why: 'mail has no price' } };
  const judged = { request, from: sender.from, going, suppressed, price, caught };
  if (isPlay) {
    return {
      ok: true,
      judgement: { ...judged, heldBecause: undefined, giveBack: () => undefined },
    };
  }
  return judgeStanding(judged, nowMs, ports);
}

type Judged = Pick<
  EmailJudgement,
  'request' | 'from' | 'going' | 'suppressed' | 'price' | 'caught'
>;

/** How much the account sends, and how what it sends is received. */
async function judgeStanding(
  judged: Judged,
  nowMs: number,
  ports: JudgePorts,
): Promise<EmailVerdict> {
  const { caller } = judged.request;
  const because = await ports.heldBecause(caller.account.id);
  const verdict = ports.takeMails({
    accountId: caller.account.id,
    keyId: caller.key.id,
    mails: judged.going.length,
    cost: costOf(judged),
    nowMs,
  });
  if (!verdict.ok) return verdict;
  const heldBecause =
    because ?? (verdict.heldBy === undefined ? undefined : `the limit ${verdict.heldBy}`);
  return { ok: true, judgement: { ...judged, heldBecause, giveBack: verdict.giveBack } };
}

/** Of all its mails together. */
export function costOf({ price, going, caught }: Pick<Judged, 'price' | 'going' | 'caught'>) {
  return times(price, going.length - caught.size);
}

function caughtOf(
  going: readonly EmailRecipient[],
  { accountId, from }: { readonly accountId: number; readonly from: Mailbox },
  { staysHere }: Pick<JudgePorts, 'staysHere'>,
): readonly string[] {
  const sender = from.address;
  return going.flatMap(({ address }) =>
    staysHere({ accountId, sender, address }) ? [address] : [],
  );
}

/** What common servers take, and relays. */
const mailBytesMax = 25 * 1_024 * 1_024;
/** Lines of base64 are 76 characters of 57 octets, and a line end; nothing that is written is longer. */
const growth = 78 / 57;

/** At most, once it is composed. */
function sizeOf({ html, text, attachments }: EmailRequest): number {
  const bodies = Buffer.byteLength(html) * 2 + (text === undefined ? 0 : Buffer.byteLength(text));
  const files = attachments.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return Math.ceil((bodies + files) * growth);
}
