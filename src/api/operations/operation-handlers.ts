/** Operations as routes of the dashboard's API: reads are GET, writes POST. */
import type { z } from 'zod';
import { authorOf } from '#api/dashboard/author.ts';
import type { Definition } from '#api/dashboard/definition.ts';
import { give, type Handled, type Handler } from '#api/dashboard/handler.ts';
import { readBody, readQuery } from '#api/dashboard/read-call.ts';
import type { ErrorWord } from '#api/errors.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import { type Problem, refuse } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { fromText } from '#core/input-form.ts';
import { isOfAccount, type Refusal } from '#core/operation.ts';
import { type Refusals, runOperation } from '#core/run-operation.ts';
import { type AnyOperation, type OperationPorts, operations, operationWords } from '#operations.ts';

export type OperationHandlerPorts = OperationPorts & { readonly clock: Pick<Clock, 'nowMs'> };

export function operationHandlers(ports: OperationHandlerPorts): readonly Handler[] {
  return operations.map((operation) => {
    const { method, path, needs, fresh, whileClosed, summary } = definitionOf(operation);
    return {
      // Without its schemas: what comes in and goes out is checked where the operation runs.
      definition: { method, path, needs, fresh, whileClosed, summary },
      answer: async ({ who: somebody, role, accountId, request }) => {
        const input = inputOf(operation, request);
        if (input === undefined) return refuse('body is not JSON');
        const who = must(somebody, 'signed in');
        const { isAdministrator } = who;
        const caller = { ...authorOf({ who }, ports.clock), isAdministrator, role, accountId };
        const outcome = await runOperation(operation, ports, { input, caller });
        return outcome.ok ? give(outcome.value, headersOf(operation)) : refusalOf(outcome.refusals);
      },
    };
  });
}

/** What the OpenAPI document says of it. */
export function definitionOf(operation: AnyOperation) {
  const { name, does, needs, fresh = false, whileClosed = false, input, output } = operation;
  const isRead = does === 'reads';
  const place = isOfAccount(operation) ? '/api/accounts/{account}' : '/api';
  return {
    method: isRead ? 'GET' : 'POST',
    path: `${place}/operations/${name.replaceAll(' ', '-')}`,
    needs,
    fresh,
    whileClosed,
    summary: operationWords.sentenceOf(name).en,
    ...(isRead ? { query: input } : { body: input }),
    reply: output,
  } as const satisfies Definition;
}

function inputOf({ does, input }: AnyOperation, request: HttpRequest): unknown {
  if (does === 'writes') return readBody(request.body);
  const shape: Readonly<Record<string, z.core.$ZodType>> = input.shape;
  const members = Object.entries(readQuery(request.query)).map(([name, value]) => {
    // A stranger chose the name: `constructor` is no field.
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const isText = typeof value === 'string' && schema !== undefined;
    return [name, isText ? fromText(schema, value) : value];
  });
  return Object.fromEntries(members);
}

/** The reads that a page asks anew. */
function headersOf({ changes = [] }: AnyOperation): readonly string[] {
  return changes.length === 0 ? [] : ['X-Changes', changes.join(', ')];
}

/** `retryAfterS` of a refusal says when to come back. */
function refusalOf([first, ...others]: Refusals): Handled<never> {
  const { retryAfterS } = first.params;
  return {
    ok: false,
    problems: [problemOf(first), ...others.map(problemOf)],
    retryAfterS: typeof retryAfterS === 'number' ? Math.ceil(retryAfterS) : undefined,
  };
}

function problemOf({ code, field, params }: Refusal): Problem {
  // Codes are declared by operations, and each of them has its words.
  return { word: code as ErrorWord, field, details: params };
}
