/** What the log of requests keeps of a request and its answer, noted once it is answered. */
import type { ApiBase } from '#accounts/api-key.ts';
import type { Caller } from '#accounts/authenticator.ts';
import type { NotedRequest } from '#accounts/requests/request-notes.ts';
import { boundary, dropped } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { ErrorWord } from './errors.ts';
import type { HttpReply, HttpRequest, RequestHead } from './http/http-message.ts';
import { parseForm } from './parameters/form.ts';
import type { Parameters } from './parameters/parameters.ts';
import { type Answer, envelope, replyOf } from './reply.ts';

export type KeptRequestsPorts = {
  readonly note: (request: NotedRequest) => void;
  readonly whose: (
    parameters: Parameters,
    head: RequestHead,
    base: ApiBase,
  ) => Promise<Caller | undefined>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
};

/** `octets`: of its body, as far as it was read. */
type Asked = {
  readonly head: RequestHead;
  readonly octets: number;
  readonly parameters: Parameters;
  readonly answer: Answer;
  /** Undefined: it was refused before it was read. */
  readonly startedMs?: number | undefined;
};

/** These belong to nobody, or come in a flood when there is no time for them. */
const unkept: ReadonlySet<ErrorWord> = new Set<ErrorWord>([
  'key is missing',
  'key is wrong',
  'keys differ',
  'too many wrong keys',
  'service is overloaded',
]);

const owners = boundary('http.request-owner', 'promise');

export class KeptRequests {
  readonly #ports: KeptRequestsPorts;

  constructor(ports: KeptRequestsPorts) {
    this.#ports = ports;
  }

  /** Without a caller it was refused before anybody looked at its key, which is looked at now. */
  keep(caller: Caller | undefined, asked: Asked): void {
    if (caller !== undefined) this.#note(caller, asked);
    else if (!asked.answer.ok && !unkept.has(asked.answer.problems[0].word)) {
      owners.run(() => this.#keepOfOwner(asked), dropped);
    }
  }

  /** Of another gateway's client: a form in the query or the body, and an answer in words of its own. */
  keepReply(accountId: number, request: HttpRequest, reply: HttpReply, startedMs: number): void {
    const { status } = reply;
    this.#ports.note({
      ...this.#common(request, startedMs),
      accountId,
      keyId: null,
      status,
      code: null,
      refusal: null,
      octets: request.body.length,
      parameters: () => ({ ...formOf(request.query), ...formOf(request.body.toString('latin1')) }),
      answer: () => ({ reason: reply.body }),
    });
  }

  async #keepOfOwner(asked: Asked): Promise<void> {
    const { head, parameters } = asked;
    const base = head.path.startsWith('/mail/') ? 'email' : 'sms';
    try {
      const caller = await this.#ports.whose(parameters, head, base);
      if (caller !== undefined) this.#note(caller, asked);
    } catch (error) {
      // The request was answered; only its row is lost.
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }

  #note({ account, key }: Caller, { head, octets, parameters, answer, startedMs }: Asked): void {
    const reply = answer.ok ? undefined : replyOf(answer);
    this.#ports.note({
      ...this.#common(head, startedMs),
      accountId: account.id,
      keyId: key.id,
      status: reply?.status ?? 200,
      code: reply?.code ?? 200,
      refusal: answer.ok ? null : answer.problems[0].word,
      octets,
      parameters: () => parameters.written(),
      answer: () => shownAnswer(answer),
    });
  }

  #common({ id, method, path, address }: RequestHead, startedMs: number | undefined) {
    const { clock } = this.#ports;
    const durationMs = startedMs === undefined ? 0 : Math.round(clock.monotonicMs() - startedMs);
    return { atMs: clock.nowMs(), requestId: id, method, path, address, durationMs };
  }
}

function shownAnswer(answer: Answer): unknown {
  if (!answer.ok) return envelope(answer, 'en');
  return answer.file === undefined && answer.stream === undefined ? answer.fields : undefined;
}

function formOf(text: string): Readonly<Record<string, unknown>> {
  const parsed = text === '' ? undefined : parseForm(text);
  return parsed?.ok === true ? parsed.values : {};
}
