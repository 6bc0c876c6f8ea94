/** A person at a page as the engines know callers: what they send is judged and stored like a key's request. */

import type { Account } from '#accounts/account.ts';
import type { AccountStore } from '#accounts/account-store.ts';
import { type ApiBase, unbounded } from '#accounts/api-key.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Call } from '#api/commands/command.ts';
import type { RequestHead } from '#api/http/http-message.ts';
import { preferredLanguage } from '#api/language.ts';
import { Parameters } from '#api/parameters/parameters.ts';
import type { Values } from '#api/parameters/value.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { KeyMode } from '#model/key-mode.ts';

export type CallerPorts = {
  readonly findAccount: AccountStore['findAccount'];
  readonly audit: Pick<AuditStore, 'note'>;
  readonly clock: Clock;
};

type Asking = {
  readonly accountId: number;
  readonly who: SignedIn;
  readonly request: Pick<RequestHead, 'id' | 'headers'>;
};

export type Wish = {
  readonly mode: KeyMode;
  readonly values: Values;
  readonly base?: ApiBase;
  readonly idempotencyKey?: string | undefined;
};

/** Keys have positive ids and SMPP users negative ones. */
const dashboardKeyId = 0;

async function findAccount(ports: CallerPorts, accountId: number): Promise<Account> {
  return must(await ports.findAccount(accountId), 'account of a member');
}

/** A page asks for one answer, which is given at once. */
const barred = async (): Promise<undefined> => undefined;

/** The call of the interface that says the same as a page. */
export async function callOf(
  { accountId, who, request }: Asking,
  { mode, values, base = 'sms', idempotencyKey }: Wish,
  ports: CallerPorts,
): Promise<Call> {
  const account = await findAccount(ports, accountId);
  const parameters = new Parameters();
  must(parameters.merge(values) === undefined || undefined, 'parameters of a page');
  const { createdAtMs } = account;
  const person = { id: dashboardKeyId, accountId, prefix: '', label: who.email, mode, createdAtMs };
  const key = { ...unbounded, ...person, bases: [base], revokedAtMs: null };
  const caller = { account, key };
  const language = preferredLanguage(request.headers['accept-language']);
  return { caller, base, parameters, language, idempotencyKey, requestId: request.id, barred };
}
