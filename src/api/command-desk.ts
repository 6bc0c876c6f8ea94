/** From a request to the reply of its command: parameters, caller, answer, in the format it asks for. */
import type { XmlForm } from '#accounts/account.ts';
import type { Log } from '#core/log.ts';
import { type AccessPorts, Doorkeeper } from './access/doorkeeper.ts';
import type { Command } from './commands/command.ts';
import { answerFailure } from './failure.ts';
import type { HttpReply, HttpRequest, RequestHead } from './http/http-message.ts';
import { preflightHeaders } from './http/surface-headers.ts';
import { type Asked, guessFormat, readRequest } from './parameters/request-parameters.ts';
import { render } from './render.ts';
import { type Answer, type Refusal, refuse } from './reply.ts';
import { RequestLog } from './request-log.ts';

export type DeskPorts = AccessPorts & { readonly log: Log };

export class CommandDesk {
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #doorkeeper: Doorkeeper;
  readonly #log: Log;
  readonly #requestLog: RequestLog;

  constructor(commands: readonly Command[], ports: DeskPorts) {
    this.#commands = new Map(commands.map((command) => [command.path, command]));
    this.#doorkeeper = new Doorkeeper(ports);
    this.#log = ports.log;
    this.#requestLog = new RequestLog(ports.log, ports.clock);
  }

  takesLargeBodies(path: string): boolean {
    return this.#find(path).command?.largeBodies === true;
  }

  async answer(request: HttpRequest): Promise<HttpReply> {
    if (request.method === 'OPTIONS') return this.#answerPreflight(request);
    const { command, id } = this.#find(request.path);
    const asked = withId(readRequest(request), command, id);
    const run = this.#run(command, asked, request);
    const { answer, xmlForm } = run instanceof Promise ? await run : run;
    const reply = render(answer, asked.format, request, xmlForm);
    this.#requestLog.write(command?.path ?? 'unknown', request, answer, reply);
    return reply;
  }

  /** For requests whose body was not read. */
  refuse(refusal: Refusal, head: RequestHead): HttpReply {
    const reply = render(refusal, guessFormat(head), head);
    this.#requestLog.write(this.#find(head.path).command?.path ?? 'unknown', head, refusal, reply);
    return reply;
  }

  #run(command: Command | undefined, asked: Asked, request: HttpRequest): Told | Promise<Told> {
    if (command === undefined) return { answer: refuse('command is unknown') };
    if (!takes(command, request.method)) {
      return { answer: refuse('method is not allowed', { allow: allowed(command) }) };
    }
    if (asked.problem !== undefined) return { answer: { ok: false, problems: [asked.problem] } };
    const other = command.otherwise;
    const meant = other?.when(asked.parameters) === true ? other.command : command;
    return this.#call(meant, asked, request);
  }

  async #call(command: Command, { parameters }: Asked, request: HttpRequest): Promise<Told> {
    try {
      const admitted = this.#doorkeeper.admit(parameters, request, command);
      const admission = admitted instanceof Promise ? await admitted : admitted;
      if (!admission.ok) return { answer: admission.refusal };
      const { caller } = admission;
      const answer = await command.run({
        caller,
        base: command.base,
        parameters,
        idempotencyKey: request.headers['idempotency-key'],
        requestId: request.id,
        lastEventId: request.headers['last-event-id'],
        range: request.headers['range'],
      });
      return { answer, xmlForm: caller.account.xmlForm };
    } catch (error) {
      return { answer: answerFailure(error, request, this.#log) };
    }
  }

  #answerPreflight(request: HttpRequest): HttpReply {
    const { command } = this.#find(request.path);
    const allow = command === undefined ? [] : ['Allow', allowed(command)];
    return { status: 204, headers: [...preflightHeaders, ...allow], body: '' };
  }

  /** Clients join their base address and the command carelessly: slashes may be doubled or trail. */
  #find(path: string): Found {
    const exact = this.#commands.get(path);
    if (exact !== undefined) return { command: exact };
    const tidy = path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
    const slash = tidy.lastIndexOf('/');
    const parent = this.#commands.get(tidy.slice(0, slash));
    return parent?.idInPath === undefined
      ? { command: this.#commands.get(tidy) }
      : { command: parent, id: tidy.slice(slash + 1) };
  }
}

/** An answer, and how its account wants XML where it is known. */
type Told = { readonly answer: Answer; readonly xmlForm?: XmlForm };

/** A command, and what stands behind its path where it takes an id there. */
type Found = { readonly command: Command | undefined; readonly id?: string };

function withId(asked: Asked, command: Command | undefined, id: string | undefined): Asked {
  if (id === undefined || command?.idInPath === undefined) return asked;
  const problem = asked.parameters.merge({ [command.idInPath]: id });
  return problem === undefined ? asked : { ...asked, problem };
}

function takes({ methods }: Command, method: string): boolean {
  // RFC 9110 §9.3.2: HEAD is GET without its content.
  return methods.some((taken) => taken === method || (taken === 'GET' && method === 'HEAD'));
}

function allowed({ methods }: Command): string {
  return [
    ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
    'OPTIONS',
  ].join(', ');
}
