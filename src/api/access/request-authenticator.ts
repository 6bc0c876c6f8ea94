/** Lets a request in as its caller, or says why not. */
import { type Account, closedWords } from '#accounts/account.ts';
import type { ApiBase } from '#accounts/api-key.ts';
import type { Caller } from '#accounts/authenticator.ts';
import type { Command } from '#api/commands/command.ts';
import type { ErrorWord } from '#api/errors.ts';
import type { RequestHead } from '#api/http/http-message.ts';
import type { Parameters } from '#api/parameters/parameters.ts';
import { type Refusal, type RefusalOptions, refuse } from '#api/reply.ts';
import { mayComeFrom } from '#core/address-list.ts';
import type { Clock } from '#core/clock.ts';
import type { KeyScope } from '#model/key-scope.ts';
import { findKey, refusePlace } from './key-places.ts';
import { type KeyRefusalPorts, KeyRefusals } from './key-refusals.ts';
import { WrongKeys } from './wrong-keys.ts';

export type AccessPorts = {
  /** `undefined` for a key that is unknown, revoked, or made for the other base. */
  readonly authenticate: (
    key: string,
    base: ApiBase,
  ) => Caller | undefined | Promise<Caller | undefined>;
  /** Of keys that have opened something; told for each request. */
  readonly noteKeyUse: (keyId: number, address: string) => void;
  /** In how many seconds to come back, for a caller that asks too often; undefined: it may. */
  readonly refuseCaller: (caller: Caller) => number | undefined;
  readonly audit: { readonly note: KeyRefusalPorts['note'] };
  readonly log: KeyRefusalPorts['log'];
  readonly clock: Clock;
};

type Admission =
  | { readonly ok: true; readonly caller: Caller }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      /** Whose key it is, which is known of some who are refused, too. */
      readonly caller?: Caller | undefined;
    };

export class RequestAuthenticator {
  readonly #authenticate: AccessPorts['authenticate'];
  readonly #noteKeyUse: AccessPorts['noteKeyUse'];
  readonly #refuseCaller: AccessPorts['refuseCaller'];
  readonly #wrongKeys: WrongKeys;
  readonly #keyRefusals: KeyRefusals;
  readonly #clock: Clock;

  constructor({ authenticate, noteKeyUse, refuseCaller, audit, log, clock }: AccessPorts) {
    this.#authenticate = authenticate;
    this.#noteKeyUse = noteKeyUse;
    this.#refuseCaller = refuseCaller;
    this.#wrongKeys = new WrongKeys(clock);
    this.#keyRefusals = new KeyRefusals({ note: (...record) => audit.note(...record), clock, log });
    this.#clock = clock;
  }

  /** At once where the key is one of those used lately. */
  admit(
    parameters: Parameters,
    head: RequestHead,
    { base, scope, keyMissing = 'key is missing' }: Pick<Command, 'base' | 'scope' | 'keyMissing'>,
  ): Admission | Promise<Admission> {
    const found = findKey(parameters, head.headers);
    if (found.found === 'none') return refused(keyMissing);
    if (found.found === 'several') return refused('keys differ');
    const caller = this.#authenticate(found.key, base);
    return caller instanceof Promise
      ? caller.then((read) => this.#judge(read, { parameters, head, scope }))
      : this.#judge(caller, { parameters, head, scope });
  }

  /**
   * Whose key stands in the head of a request whose body has not been read; undefined: none does. A wrong one is
   * refused, and counted, as if all had been read.
   */
  async identify(
    parameters: Parameters,
    head: RequestHead,
    base: ApiBase,
  ): Promise<Account | Refusal | undefined> {
    const found = findKey(parameters, head.headers);
    if (found.found === 'none') return undefined;
    if (found.found === 'several') return refuse('keys differ', { field });
    const caller = await this.#authenticate(found.key, base);
    if (caller !== undefined) return caller.account;
    const admission = this.#refuseWrongKey(head.address);
    return admission.ok ? admission.caller.account : admission.refusal;
  }

  /** Whose key came with a request that was refused for another reason; nothing is counted or refused. */
  async whose(
    parameters: Parameters,
    head: RequestHead,
    base: ApiBase,
  ): Promise<Caller | undefined> {
    const found = findKey(parameters, head.headers);
    return found.found === 'key' ? this.#authenticate(found.key, base) : undefined;
  }

  /** What would refuse the same request by now; nothing is counted or noted, for nobody has come. */
  async bar(
    parameters: Parameters,
    head: RequestHead,
    { base, scope }: Pick<Command, 'base' | 'scope'>,
  ): Promise<Refusal | undefined> {
    const found = findKey(parameters, head.headers);
    const caller = found.found === 'key' ? await this.#authenticate(found.key, base) : undefined;
    if (caller === undefined) return refuse('key is wrong', { field });
    const word =
      this.#findBound(caller, { parameters, head, scope }) ?? closedWords[caller.account.state];
    return word && refuse(word, { field, details: { scope } });
  }

  #judge(caller: Caller | undefined, use: KeyUse): Admission {
    if (caller === undefined) return this.#refuseWrongKey(use.head.address);
    const admission = this.#judgeCaller(caller, use);
    return admission.ok ? admission : { ...admission, caller };
  }

  #judgeCaller(caller: Caller, use: KeyUse): Admission {
    const { parameters, head } = use;
    const bound = this.#findBound(caller, use);
    if (bound !== undefined) return this.#refuseBound(caller, bound, use);
    const misplaced = refusePlace(caller.account.keyPlaces, parameters, head);
    if (misplaced !== undefined) {
      // In a query it has leaked already, into the log of any proxy in between: people are to know.
      this.#keyRefusals.tell(caller, misplaced, head.address);
      return refused(misplaced);
    }
    this.#noteKeyUse(caller.key.id, head.address);
    const word = closedWords[caller.account.state];
    if (word !== undefined) return refused(word);
    const waitS = this.#refuseCaller(caller);
    return waitS === undefined
      ? { ok: true, caller }
      : refused('too many requests', { retryAfterS: waitS });
  }

  /** What of the key's own bounds is in the way. */
  #findBound({ key }: Caller, { head: { address }, scope }: KeyUse): KeyWord | undefined {
    const { expiresAtMs } = key;
    if (expiresAtMs !== null && expiresAtMs <= this.#clock.nowMs()) return 'key has expired';
    if (!mayComeFrom(address, key.addresses)) return 'key is for other addresses';
    return key.scopes.includes(scope) ? undefined : 'key may not do this';
  }

  #refuseBound(caller: Caller, word: KeyWord, { head: { address }, scope }: KeyUse): Admission {
    this.#keyRefusals.tell(caller, word, address);
    if (word === 'key may not do this') return refused(word, { details: { scope } });
    // Counted as a wrong one: who tries a found key from elsewhere is slowed down like who guesses.
    const waitS = this.#wrongKeys.count(address);
    return waitS === undefined
      ? refused(word)
      : refused('too many wrong keys', { retryAfterS: waitS });
  }

  #refuseWrongKey(address: string): Admission {
    const waitS = this.#wrongKeys.count(address);
    return waitS === undefined
      ? refused('key is wrong')
      : refused('too many wrong keys', { retryAfterS: waitS });
  }
}

/** The request that a key came with, and what it was to do. */
type KeyUse = {
  readonly parameters: Parameters;
  readonly head: RequestHead;
  readonly scope: KeyScope;
};

type KeyWord = 'key has expired' | 'key is for other addresses' | 'key may not do this';

const field = 'apiKey';

function refused(word: ErrorWord, more: RefusalOptions = {}): Admission {
  return { ok: false, refusal: refuse(word, { field, ...more }) };
}
