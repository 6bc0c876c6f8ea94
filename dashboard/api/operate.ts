/**
 * Operations as pages call them, typed by their list: `ask` reads, `act` does something. The server says which
 * reads a write has changed, and those that pages show are made again.
 */
import type { Operations } from '#operations.ts';
import { type Action, useAction } from '../components/use-action.ts';
import { hooks, withPerson } from './call.ts';
import { type Sent, transport } from './transport.ts';

type Doing<Kind> = {
  [Name in keyof Operations]: Operations[Name]['does'] extends Kind ? Name : never;
}[keyof Operations];

export type Reads = Doing<'reads'>;
export type Writes = Doing<'writes'>;
type Input<Name extends keyof Operations> = Operations[Name]['input']['_zod']['input'];
export type Answer<Name extends keyof Operations> = Operations[Name]['output']['_zod']['output'];

/** Throws an ApiFailure, as `act` does. Under `[name, input]` the answer is kept by the pages. */
export function ask<Name extends Reads>(
  name: Name,
  input: Input<Name> & Sent['query'],
  how: Pick<Sent, 'isBackground' | 'signal'> = {},
): Promise<Answer<Name>> {
  return operate('GET', name, { ...how, query: input });
}

export function act<Name extends Writes>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  return operate('POST', name, { body: input, heard });
}

function heard(headers: Pick<Headers, 'get'>): void {
  hooks.changed(headers.get('x-changes')?.split(', ') ?? []);
}

export function useAct<Name extends Writes>(
  name: Name,
): Action<[input: Input<Name>], Answer<Name>> {
  return useAction((input: Input<Name>) => act(name, input));
}

function operate<Value>(method: string, name: string, sent: Sent): Promise<Value> {
  const path = `/api/operations/${name.replaceAll(' ', '-')}`;
  return withPerson(() => transport(method, path, sent) as Promise<Value>);
}
