/**
 * Operations as pages call them, typed by their list: `ask` reads, `act` does something. The server says which
 * reads a write has changed, and those that pages show are made again.
 */
import type { Operations } from '#operations.ts';
import { type Action, useAction } from '../components/use-action.ts';
import { queryOf, type Sent, transport } from './transport.ts';
import { hooks, withPerson } from './with-person.ts';

type Doing<Kind> = {
  [Name in keyof Operations]: Operations[Name]['does'] extends Kind ? Name : never;
}[keyof Operations];

/** Of the installation, or of the person who is there. */
type OfNoAccount = {
  [Name in keyof Operations]: Operations[Name]['needs'] extends
    | 'nobody'
    | 'signed in'
    | 'administrator'
    ? Name
    : never;
}[keyof Operations];

export type Reads = Doing<'reads'> & OfNoAccount;
export type Writes = Doing<'writes'> & OfNoAccount;
type ReadsOfAccount = Exclude<Doing<'reads'>, OfNoAccount>;
type WritesOfAccount = Exclude<Doing<'writes'>, OfNoAccount>;
/** Its id, as the address of a page has it. */
type Account = string | number;
export type InputOf<Name extends keyof Operations> = Operations[Name]['input']['_zod']['input'];
export type Answer<Name extends keyof Operations> = Operations[Name]['output']['_zod']['output'];

/** Throws an ApiFailure, as `act` does. Under `[name, input]` the answer is kept by the pages. */
export function ask<Name extends Reads>(
  name: Name,
  input: InputOf<Name> & Sent['query'],
  how: Pick<Sent, 'isBackground' | 'signal'> = {},
): Promise<Answer<Name>> {
  return operate('GET', pathOf(name), { ...how, query: input });
}

export function act<Name extends Writes>(name: Name, input: InputOf<Name>): Promise<Answer<Name>> {
  return operate('POST', pathOf(name), { body: input, heard });
}

/** As `ask`, of an account. */
export function askIn<Name extends ReadsOfAccount>(
  account: Account,
  name: Name,
  input: InputOf<Name> & Sent['query'],
  how: Pick<Sent, 'isBackground' | 'signal'> = {},
): Promise<Answer<Name>> {
  return operate('GET', pathOf(name, account), { ...how, query: input });
}

/** As `act`, in an account. */
export function actIn<Name extends WritesOfAccount>(
  account: Account,
  name: Name,
  input: InputOf<Name>,
  how: Pick<Sent, 'isBackground' | 'signal'> = {},
): Promise<Answer<Name>> {
  return operate('POST', pathOf(name, account), { ...how, body: input, heard });
}

/** Where a read answers with a table: what is to be saved. */
export function tablePath<Name extends ReadsOfAccount>(
  account: Account,
  name: Name,
  input: InputOf<Name> & Sent['query'],
): string;
export function tablePath<Name extends Reads>(
  account: undefined,
  name: Name,
  input: InputOf<Name> & Sent['query'],
): string;
export function tablePath(
  account: Account | undefined,
  name: string,
  input: Sent['query'],
): string {
  return pathOf(name, account) + queryOf(input);
}

/** Where a read opens a WebSocket. */
export function socketUrl(account: Account, name: ReadsOfAccount): URL {
  const url = new URL(pathOf(name, account), location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url;
}

function heard(headers: Pick<Headers, 'get'>): void {
  hooks.changed(headers.get('x-changes')?.split(', ') ?? []);
}

export function useAct<Name extends Writes>(
  name: Name,
): Action<[input: InputOf<Name>], Answer<Name>> {
  return useAction((input: InputOf<Name>) => act(name, input));
}

function pathOf(name: string, account?: Account): string {
  const place = account === undefined ? '/api' : `/api/accounts/${encodeURIComponent(account)}`;
  return `${place}/operations/${name.replaceAll(' ', '-')}`;
}

function operate<Value>(method: string, path: string, sent: Sent): Promise<Value> {
  return withPerson(() => transport(method, path, sent) as Promise<Value>);
}
