/** From a request to the reply of its command: parameters, caller, answer, in the format it asks for. */
import type { ApiBase } from '#accounts/api-key.ts';
import type { Caller } from '#accounts/authenticator.ts';
import type { Log } from '#core/log.ts';
import { type AccessPorts, RequestAuthenticator } from './access/request-authenticator.ts';
import { type Command, isReading } from './commands/command.ts';
import { answerFailure } from './failure.ts';
import {
  bodyBytesMax,
  type HttpReply,
  type HttpRequest,
  type Identity,
  type RequestHead,
} from './http/http-message.ts';
import { bodyTooLarge } from './http/request-guard.ts';
import { clientRequestId } from './http/request-id.ts';
import { preflightHeaders } from './http/surface-headers.ts';
import { KeptRequests, type KeptRequestsPorts } from './kept-requests.ts';
import { preferredLanguage } from './language.ts';
import { namesOf } from './openapi/known-names.ts';
import { type Asked, guessFormat, readRequest } from './parameters/request-parameters.ts';
import { refuseUnknown, unknownNames, withIgnored } from './parameters/unknown-names.ts';
import { startOf } from './parameters/value.ts';
import { render } from './render.ts';
import { type Answer, type Refusal, refuse } from './reply.ts';
import { RequestLog } from './request-log.ts';

const nothing = Buffer.alloc(0);

export type CommandHandlerPorts = AccessPorts & {
  readonly log: Log;
  /** Of the log of requests; undefined: none is kept. */
  readonly noteRequest?: KeptRequestsPorts['note'] | undefined;
};

export class CommandHandler {
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #authenticator: RequestAuthenticator;
  readonly #log: Log;
  readonly #requestLog: RequestLog;
  readonly #kept: KeptRequests | undefined;

  constructor(commands: readonly Command[], ports: CommandHandlerPorts) {
    this.#commands = new Map(commands.map((command) => [command.path, command]));
    this.#authenticator = new RequestAuthenticator(ports);
    this.#log = ports.log;
    this.#requestLog = new RequestLog(ports.log, ports.clock);
    const { noteRequest: note, clock } = ports;
    const whose: KeptRequestsPorts['whose'] = (...asked) => this.#authenticator.whose(...asked);
    this.#kept = note && new KeptRequests({ note, whose, clock });
  }

  /** As commands are written; a tidied path may be one, too. */
  isCommand(path: string): boolean {
    return this.#commands.has(path);
  }

  takesLargeBodies(path: string): boolean {
    const { command } = this.#find(path);
    return command?.largeBodies === true || command?.otherwise?.command.largeBodies === true;
  }

  /** Whose key stands in the head or the query, asked before a larger body is read. */
  async identify(head: RequestHead): Promise<Identity | undefined> {
    const { command } = this.#find(head.path);
    if (command === undefined) return undefined;
    const { parameters } = readRequest({ ...head, body: nothing });
    const account = await this.#authenticator.identify(parameters, head, command.base);
    if (account === undefined) return undefined;
    return 'problems' in account
      ? { ok: false, reply: this.refuse(account, head) }
      : { ok: true, who: `account ${account.id}` };
  }

  /** At which base it brings messages; undefined: it brings none. */
  bringsWork(path: string): ApiBase | undefined {
    const { command } = this.#find(path);
    return command?.bringsWork === true ? command.base : undefined;
  }

  /** Never rejects. */
  async answer(request: HttpRequest): Promise<HttpReply> {
    try {
      if (request.method === 'OPTIONS') return this.#answerPreflight(request);
      const startedMs = this.#requestLog.nowMs();
      const { command, id } = this.#find(request.path);
      const asked = withId(readRequest(request), command, id);
      const run = this.#run(command, asked, request);
      const { answer, caller } = run instanceof Promise ? await run : run;
      const account = caller?.account;
      const reply = render(answer, asked.format, request, account?.xmlForm);
      const path = command?.path ?? 'unknown';
      this.#requestLog.write({ path, account: account?.id, startedMs }, request, answer, reply);
      const { parameters } = asked;
      const octets = request.body.length;
      this.#kept?.keep(caller, { head: request, octets, parameters, answer, startedMs });
      return reply;
    } catch (error) {
      return this.refuse(answerFailure(error, request, this.#log), request);
    }
  }

  /** For requests whose body was not read. */
  refuse(refusal: Refusal, head: RequestHead): HttpReply {
    const reply = render(refusal, guessFormat(head), head);
    const path = this.#find(head.path).command?.path ?? 'unknown';
    this.#requestLog.write({ path }, head, refusal, reply);
    if (this.#kept !== undefined) {
      const { parameters } = readRequest({ ...head, body: nothing });
      this.#kept.keep(undefined, { head, octets: 0, parameters, answer: refusal });
    }
    return reply;
  }

  /** Of another gateway's client. */
  keepReply(...told: Parameters<KeptRequests['keepReply']>): void {
    this.#kept?.keepReply(...told);
  }

  #run(command: Command | undefined, asked: Asked, request: HttpRequest): Told | Promise<Told> {
    if (command === undefined) return { answer: refuse('command is unknown') };
    if (!takes(command, request.method)) {
      return { answer: refuse('method is not allowed', { allow: allowed(command) }) };
    }
    const coding = codingOf(request);
    if (coding !== undefined) {
      return { answer: refuse('content coding is not taken', { details: { coding } }) };
    }
    if (asked.problem !== undefined) return { answer: { ok: false, problems: [asked.problem] } };
    const other = command.otherwise;
    const meant = other?.when(asked.parameters) === true ? other.command : command;
    // One of the two commands at a path may take more than the other: only now it is known which was asked.
    if (request.body.length > bodyBytesMax && meant.largeBodies !== true) {
      return { answer: bodyTooLarge(bodyBytesMax) };
    }
    return this.#call(meant, asked, request);
  }

  async #call(command: Command, { parameters }: Asked, request: HttpRequest): Promise<Told> {
    let caller: Caller | undefined;
    try {
      const admitted = this.#authenticator.admit(parameters, request, command);
      const admission = admitted instanceof Promise ? await admitted : admitted;
      ({ caller } = admission);
      if (!admission.ok) return { answer: admission.refusal, caller };
      const ignored = unknownNames(parameters, namesOf(command.path));
      const refusal = refuseUnknown(parameters, ignored);
      if (refusal !== undefined) return { answer: refusal, caller };
      const answer = await command.run({
        caller: admission.caller,
        base: command.base,
        parameters,
        language: preferredLanguage(request.headers['accept-language']),
        idempotencyKey: request.headers['idempotency-key'],
        requestId: request.id,
        clientRequestId: clientRequestId(request.headers),
        barred: () => this.#authenticator.bar(parameters, request, command),
        lastEventId: request.headers['last-event-id'],
        range: request.headers['range'],
      });
      return { answer: withIgnored(answer, ignored), caller };
    } catch (error) {
      return { answer: answerFailure(error, request, this.#log), caller };
    }
  }

  #answerPreflight(request: HttpRequest): HttpReply {
    const { command } = this.#find(request.path);
    const allow = command === undefined ? [] : ['Allow', allowed(command)];
    return { status: 204, headers: [...preflightHeaders, ...allow], body: '' };
  }

  #find(path: string): Found {
    const exact = this.#commands.get(path);
    if (exact !== undefined) return { command: exact };
    const tidy = tidyPath(path);
    const slash = tidy.lastIndexOf('/');
    const parent = this.#commands.get(tidy.slice(0, slash));
    return parent?.idInPath === undefined
      ? { command: this.#commands.get(tidy) }
      : { command: parent, id: tidy.slice(slash + 1) };
  }
}

/** Clients join their base address and the command carelessly: slashes may be doubled or trail. */
export function tidyPath(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

/** An answer, and whose it is where that is known. */
type Told = { readonly answer: Answer; readonly caller?: Caller | undefined };

/** A command, and what stands behind its path where it takes an id there. */
type Found = { readonly command: Command | undefined; readonly id?: string };

function withId(asked: Asked, command: Command | undefined, id: string | undefined): Asked {
  if (id === undefined || command?.idInPath === undefined) return asked;
  const problem = asked.parameters.merge({ [command.idInPath]: id });
  return problem === undefined ? asked : { ...asked, problem };
}

function takes(command: Command, method: string): boolean {
  return command.methods.some(
    (taken) => taken === method || (method === 'HEAD' && mayBeHeaded(command, taken)),
  );
}

/** RFC 9110 §9.3.2: HEAD is GET without its content. §9.2.1: who sends one means to change nothing by it. */
function mayBeHeaded(command: Command, method: string): boolean {
  return method === 'GET' && isReading(command);
}

function allowed(command: Command): string {
  const taken = command.methods.flatMap((method) =>
    mayBeHeaded(command, method) ? [method, 'HEAD'] : method,
  );
  return [...taken, 'OPTIONS'].join(', ');
}

/** RFC 9110 §8.4: how a body is compressed, which would have to be undone within bounds; undefined: it is not. */
function codingOf({ headers, body }: HttpRequest): string | undefined {
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  return body.length === 0 || coding === '' || coding === 'identity' ? undefined : startOf(coding);
}
