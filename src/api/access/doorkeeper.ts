/** Lets a request in as its caller, or says why not. */
import type { AccountState } from '#accounts/account.ts';
import type { ApiBase } from '#accounts/api-key.ts';
import type { Caller } from '#accounts/authenticator.ts';
import type { Command } from '#api/commands/command.ts';
import type { ErrorWord } from '#api/errors.ts';
import type { RequestHead } from '#api/http/http-message.ts';
import type { Parameters } from '#api/parameters/parameters.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { findKey } from './key-places.ts';
import { WrongKeys } from './wrong-keys.ts';

export type AccessPorts = {
  /** `undefined` for a key that is unknown, revoked, or made for the other base. */
  readonly authenticate: (
    key: string,
    base: ApiBase,
  ) => Caller | undefined | Promise<Caller | undefined>;
  /** In how many seconds to come back, for a caller that asks too often; undefined: it may. */
  readonly refuseCaller: (caller: Caller) => number | undefined;
  readonly clock: Clock;
};

type Admission =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: Refusal };

export class Doorkeeper {
  readonly #authenticate: AccessPorts['authenticate'];
  readonly #refuseCaller: AccessPorts['refuseCaller'];
  readonly #wrongKeys: WrongKeys;

  constructor({ authenticate, refuseCaller, clock }: AccessPorts) {
    this.#authenticate = authenticate;
    this.#refuseCaller = refuseCaller;
    this.#wrongKeys = new WrongKeys(clock);
  }

  /** At once where the key is one of those used lately. */
  admit(
    parameters: Parameters,
    head: RequestHead,
    { base, keyMissing = 'key is missing' }: Pick<Command, 'base' | 'keyMissing'>,
  ): Admission | Promise<Admission> {
    const found = findKey(parameters, head.headers);
    if (found.found === 'none') return refused(keyMissing);
    if (found.found === 'several') return refused('keys differ');
    const caller = this.#authenticate(found.key, base);
    return caller instanceof Promise
      ? caller.then((read) => this.#judge(read, head))
      : this.#judge(caller, head);
  }

  #judge(caller: Caller | undefined, head: RequestHead): Admission {
    if (caller === undefined) return this.#refuseWrongKey(head.address);
    const word = stateWords[caller.account.state];
    if (word !== undefined) return refused(word);
    const waitS = this.#refuseCaller(caller);
    return waitS === undefined ? { ok: true, caller } : refused('too many requests', waitS);
  }

  #refuseWrongKey(address: string): Admission {
    const waitS = this.#wrongKeys.count(address);
    return waitS === undefined ? refused('key is wrong') : refused('too many wrong keys', waitS);
  }
}

const field = 'apiKey';

function refused(word: ErrorWord, retryAfterS?: number): Admission {
  return { ok: false, refusal: refuse(word, { field, retryAfterS }) };
}

const stateWords = {
  active: undefined,
  disabled: 'account is disabled',
  blocked: 'account is blocked',
} as const satisfies Record<AccountState, string | undefined>;
