/** All operations: what the dashboard's API, the command line, the OpenAPI document and the pages' calls are made of. */
import type { z } from 'zod';
import { accountsOperations } from '#accounts/operations.ts';
import type { Operation } from '#core/operation.ts';
import type { GatePorts } from '#core/run-operation.ts';
import type { RefusalWords, Sentence } from '#core/words.ts';
import { doctorOperations } from '#doctor/operations.ts';
import { mailOperations } from '#mail/operations.ts';
import { numbersOperations } from '#numbers/operations.ts';
import { peopleOperations } from '#people/operations.ts';
import { queueOperations } from '#queue/operations.ts';
import { simulatorOperations } from '#simulator/operations.ts';
import { smsOperations } from '#sms/operations.ts';
import { webhooksOperations } from '#webhooks/operations.ts';
import { operationFields, operationRefusals, operationSentences } from './operation-words.ts';

const rooms = [
  smsOperations,
  numbersOperations,
  accountsOperations,
  mailOperations,
  webhooksOperations,
  queueOperations,
  peopleOperations,
  simulatorOperations,
  doctorOperations,
] as const;

type Room = (typeof rooms)[number];

const list = rooms.flatMap(
  ({ installation }): readonly Room['installation'][number][] => installation,
);

const listOfServers = rooms.flatMap(({ server }): readonly Room['server'][number][] => server);

const listOfPages = rooms.flatMap(({ pages }): readonly Room['pages'][number][] => pages);

type Commanded = (typeof list)[number] | (typeof listOfServers)[number];
type Listed = Commanded | (typeof listOfPages)[number];

/** By its name: what the typed client of the pages is made of. */
export type Operations = { readonly [One in Listed as One['name']]: One };

export type CommandName = Commanded['name'];

type PortsOf<One> = One extends { run(ports: infer Asked, ...rest: never[]): unknown }
  ? (asked: Asked) => void
  : never;

type Together<Union> = PortsOf<Union> extends (asked: infer All) => void ? All : never;

/** What operations ask of an installation, whether or not a server runs on it. */
export type InstallationPorts = Together<(typeof list)[number]> & GatePorts;

/** What they ask of a running server. */
export type OperationPorts = Together<Commanded> & GatePorts;

/** And of its pages. */
export type PagePorts = Together<Listed> & GatePorts;

export type AnyOperation<Ports = OperationPorts> = Operation<
  string,
  'reads' | 'writes',
  z.ZodObject,
  z.ZodType,
  string,
  Ports
>;

export const installationOperations: readonly AnyOperation<InstallationPorts>[] = list;

/** Those that are commands as well. */
export const commandOperations: readonly AnyOperation[] = [...list, ...listOfServers];

export const operations: readonly AnyOperation<PagePorts>[] = [
  ...list,
  ...listOfServers,
  ...listOfPages,
];

/** A code that an operation declares and no words have does not compile. */
const refusals = operationRefusals satisfies Record<Listed['refusals'][number], RefusalWords>;

const does = operationSentences satisfies Record<Listed['name'], Sentence>;

export const operationWords = {
  sentenceOf: (name: string): Sentence => does[name as Listed['name']],
  refusals,
  fieldsOf: operationFields,
};
