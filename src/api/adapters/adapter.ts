/**
 * Other gateways' HTTP interfaces, for programs that were written for them: a page each, switched on by
 * name. Who asks is an SMPP user, by its name and password; what it asks for takes the way of a submit_sm.
 */
import type { Account } from '#accounts/account.ts';
import type { UrlVerdict } from '#api/commands/send-options.ts';
import { answerFailure } from '#api/failure.ts';
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import { interfaceHeaders } from '#api/http/surface-headers.ts';
import type { Clock } from '#core/clock.ts';
import type { Gateway } from '#core/gateway.ts';
import type { Log } from '#core/log.ts';
import type { Credentials, Identified } from '#sms/customers/check-credentials.ts';
import { type Customer, isWelcome } from '#sms/customers/smpp-user.ts';
import type { SendRefusal, SendReply, SendRequest } from '#sms/send-request.ts';
import type { JudgeReply } from '#sms/sending/judgement.ts';

export type AdapterPorts = {
  /** Whose clients are served. */
  readonly gateways: readonly Gateway[];
  readonly customers: {
    identify(credentials: Credentials, address: string): Promise<Identified>;
    /** Whether a user may submit to so many now. */
    mayTake(customer: Customer, recipients: number): boolean;
  };
  readonly sender: {
    send(request: SendRequest): Promise<SendReply>;
    preview(request: SendRequest): Promise<JudgeReply>;
  };
  readonly accounts: { findAccount(accountId: number): Promise<Account | undefined> };
  readonly checkUrl: (text: string) => UrlVerdict;
  /** In how many seconds to come back, where no work can be taken. */
  readonly refuseNow: () => number | undefined;
  readonly clock: Clock;
  readonly log: Log;
};

/** A status and a text, in a gateway's own words, and whose they are where that is known. */
export type Told = {
  readonly status: number;
  readonly text: string;
  readonly account?: number | undefined;
};

/** Why nothing was taken. */
export type Failure = SendRefusal['why'];

/** Who asks; undefined where the name, the password or the place is not right, or nobody may come so. */
export async function admit(
  credentials: Credentials,
  { address }: HttpRequest,
  { customers }: AdapterPorts,
): Promise<Customer | 'too many at once' | undefined> {
  const found = await customers.identify(credentials, address);
  if (found === 'wrong') return undefined;
  if (found === 'too many at once') return found;
  const { modes, tlsRequired } = found.user.settings;
  // The password came in clear as far as we can tell.
  return isWelcome(found) && !tlsRequired && modes.some((mode) => mode !== 'rx')
    ? found
    : undefined;
}

/** Runs a page's work; what throws is told in its words, too. */
export async function answerIn(
  contentType: string,
  { request, ports, work, broken }: AdapterWork,
): Promise<HttpReply> {
  const told = await work().catch((error: unknown) => {
    const { retryAfterS } = answerFailure(error, request, ports.log);
    return broken(retryAfterS !== undefined);
  });
  const headers = [...interfaceHeaders, 'Content-Type', contentType];
  return { status: told.status, headers, body: told.text, account: told.account };
}

export type AdapterWork = {
  readonly request: HttpRequest;
  readonly ports: AdapterPorts;
  readonly work: () => Promise<Told>;
  readonly broken: (mayRetry: boolean) => Told;
};
