/**
 * Requests since somebody last asked, noted in memory: what is noted is masked and stored by a loop, away from the
 * requests. Whatever comes faster than the bounds is counted alone.
 */
import { wideNetworkOf } from '#core/network.ts';
import { maskFields, maskText } from './mask-request.ts';
import type { RequestRecord } from './request-record.ts';

/** Of one account between two rounds, which are a second apart. */
const ofAccountMax = 50;
const ofAllMax = 500;
/** Of bodies that are held until the next round; of a request beyond it the parameters are not kept. */
const heldOctetsMax = 8_388_608;

/** As it was asked and answered; nothing of it is masked yet. */
export type NotedRequest = Pick<
  RequestRecord,
  | 'accountId'
  | 'atMs'
  | 'requestId'
  | 'method'
  | 'path'
  | 'status'
  | 'code'
  | 'refusal'
  | 'durationMs'
  | 'keyId'
  | 'octets'
> & {
  readonly address: string;
  /** Asked once, later, if at all. */
  readonly parameters: () => unknown;
  /** Undefined: nothing that could be shown. */
  readonly answer: () => unknown;
};

type OfAccount = { noted: number; skipped: number };

export class RequestNotes {
  #noted: NotedRequest[] = [];
  #accounts = new Map<number, OfAccount>();
  #heldOctets = 0;

  note(request: NotedRequest): void {
    const of = this.#of(request.accountId);
    if (of.noted >= ofAccountMax || this.#noted.length >= ofAllMax) {
      of.skipped += 1;
      return;
    }
    of.noted += 1;
    const isHeld = this.#heldOctets + request.octets <= heldOctetsMax;
    if (isHeld) this.#heldOctets += request.octets;
    this.#noted.push(isHeld ? request : { ...request, parameters: () => ({}) });
  }

  /** Masked, the oldest first; the last of an account tells how many of it were skipped. */
  take(): readonly RequestRecord[] {
    const [noted, accounts] = [this.#noted, this.#accounts];
    this.#noted = [];
    this.#accounts = new Map();
    this.#heldOctets = 0;
    const told = new Set<number>();
    const newestFirst = noted.toReversed().map((request) => {
      const { accountId } = request;
      const skipped = told.has(accountId) ? 0 : (accounts.get(accountId)?.skipped ?? 0);
      told.add(accountId);
      return recordOf(request, skipped);
    });
    for (const [accountId, { skipped }] of accounts) {
      // Of these the next round tells.
      if (!told.has(accountId)) this.#accounts.set(accountId, { noted: 0, skipped });
    }
    return newestFirst.toReversed();
  }

  #of(accountId: number): OfAccount {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const fresh = { noted: 0, skipped: 0 };
    this.#accounts.set(accountId, fresh);
    return fresh;
  }
}

function recordOf({ address, parameters, answer, ...request }: NotedRequest, skipped: number) {
  const answered = answer();
  return {
    ...request,
    method: request.method.slice(0, 16),
    path: maskText(request.path),
    network: address === '' ? '' : wideNetworkOf(address),
    parameters: maskFields(parameters()),
    answer: answered === undefined ? '' : maskFields(answered, { isAnswer: true }),
    skipped,
  };
}
