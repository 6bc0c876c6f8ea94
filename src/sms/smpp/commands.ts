/** The commands as a table: each with its id and its mandatory fields in the order of the wire. */
import type {
  Address,
  Bodies,
  Command,
  FailedDestination,
  MultiDestination,
  Pdu,
  Response,
} from './pdu.ts';

/**
 * How a field travels. `text` is a C-octet string, its bound counts the NUL; `octets` are preceded
 * by one octet that says how many.
 */
export type Field<Name extends string = string> =
  | { readonly kind: 'text'; readonly name: Name; readonly bytesMax: number }
  | { readonly kind: 'octet'; readonly name: Name }
  | { readonly kind: 'address'; readonly name: Name; readonly bytesMax: number }
  | { readonly kind: 'octets'; readonly name: Name }
  | { readonly kind: 'destinations'; readonly name: Name }
  | { readonly kind: 'failed'; readonly name: Name };

type Value<Kind extends Field['kind']> = {
  readonly text: string;
  readonly octet: number;
  readonly address: Address;
  readonly octets: Buffer;
  readonly destinations: readonly MultiDestination[];
  readonly failed: readonly FailedDestination[];
}[Kind];

/** The fields that a body may have: the names of its type, each with the kind its value needs. */
type FieldOf<Body> = {
  [Name in Exclude<keyof Body, 'tlvs'> & string]: {
    [Kind in Field['kind']]: Body[Name] extends Value<Kind>
      ? Extract<Field<Name>, { readonly kind: Kind }>
      : never;
  }[Field['kind']];
}[Exclude<keyof Body, 'tlvs'> & string];

type CommandTable = {
  readonly [Name in Command]: {
    readonly id: number;
    readonly fields: readonly FieldOf<Bodies[Name]>[];
  };
};

/** SMPP 3.4 §5.2.20: sm_length counts 254 octets; longer ones travel as message_payload. */
export const shortMessageBytesMax = 254;

/** SMPP 3.4 §4.1.1 says 9 with its NUL; operators give longer ones, so the bind's setting decides. */
const passwordBytesMax = 256;

const text = <Name extends string>(name: Name, bytesMax: number) =>
  ({ kind: 'text', name, bytesMax }) as const;
const octet = <Name extends string>(name: Name) => ({ kind: 'octet', name }) as const;
const address = <Name extends string>(name: Name, bytesMax = 21) =>
  ({ kind: 'address', name, bytesMax }) as const;
const octets = <Name extends string>(name: Name) => ({ kind: 'octets', name }) as const;

const serviceType = text('serviceType', 6);
const messageId = text('messageId', 65);
const systemId = text('systemId', 16);
const password = text('password', passwordBytesMax);
const source = address('source');
const destination = address('destination');
const scheduleDeliveryTime = text('scheduleDeliveryTime', 17);
const validityPeriod = text('validityPeriod', 17);

const bindRequest = [
  systemId,
  password,
  text('systemType', 13),
  octet('interfaceVersion'),
  octet('addressTon'),
  octet('addressNpi'),
  text('addressRange', 41),
] as const;

const afterDestination = [
  octet('esmClass'),
  octet('protocolId'),
  octet('priority'),
  scheduleDeliveryTime,
  validityPeriod,
  octet('registeredDelivery'),
  octet('replaceIfPresent'),
  octet('dataCoding'),
  octet('defaultMessageId'),
  octets('shortMessage'),
] as const;

const message = [serviceType, source, destination, ...afterDestination] as const;

/** SMPP 3.4 §5.1.2.1. */
export const commandTable: CommandTable = {
  bind_receiver: { id: 0x00000001, fields: bindRequest },
  bind_receiver_resp: { id: 0x80000001, fields: [systemId] },
  bind_transmitter: { id: 0x00000002, fields: bindRequest },
  bind_transmitter_resp: { id: 0x80000002, fields: [systemId] },
  bind_transceiver: { id: 0x00000009, fields: bindRequest },
  bind_transceiver_resp: { id: 0x80000009, fields: [systemId] },
  outbind: { id: 0x0000000b, fields: [systemId, password] },
  unbind: { id: 0x00000006, fields: [] },
  unbind_resp: { id: 0x80000006, fields: [] },
  enquire_link: { id: 0x00000015, fields: [] },
  enquire_link_resp: { id: 0x80000015, fields: [] },
  generic_nack: { id: 0x80000000, fields: [] },
  submit_sm: { id: 0x00000004, fields: message },
  submit_sm_resp: { id: 0x80000004, fields: [messageId] },
  submit_multi: {
    id: 0x00000021,
    fields: [
      serviceType,
      source,
      { kind: 'destinations', name: 'destinations' },
      ...afterDestination,
    ],
  },
  submit_multi_resp: { id: 0x80000021, fields: [messageId, { kind: 'failed', name: 'failed' }] },
  deliver_sm: { id: 0x00000005, fields: message },
  deliver_sm_resp: { id: 0x80000005, fields: [messageId] },
  // SMPP 3.4 §4.7.1: the addresses of data_sm may have 65 octets.
  data_sm: {
    id: 0x00000103,
    fields: [
      serviceType,
      address('source', 65),
      address('destination', 65),
      octet('esmClass'),
      octet('registeredDelivery'),
      octet('dataCoding'),
    ],
  },
  data_sm_resp: { id: 0x80000103, fields: [messageId] },
  query_sm: { id: 0x00000003, fields: [messageId, source] },
  query_sm_resp: {
    id: 0x80000003,
    fields: [messageId, text('finalDate', 17), octet('messageState'), octet('errorCode')],
  },
  cancel_sm: { id: 0x00000008, fields: [serviceType, messageId, source, destination] },
  cancel_sm_resp: { id: 0x80000008, fields: [] },
  replace_sm: {
    id: 0x00000007,
    fields: [
      messageId,
      source,
      scheduleDeliveryTime,
      validityPeriod,
      octet('registeredDelivery'),
      octet('defaultMessageId'),
      octets('shortMessage'),
    ],
  },
  replace_sm_resp: { id: 0x80000007, fields: [] },
  alert_notification: { id: 0x00000102, fields: [address('source', 65), address('esme', 65)] },
};

/** SMPP 3.4 §5.1.2: the top bit of a command id marks a response; generic_nack is one too. */
export function isResponseId(id: number): boolean {
  return id >= 0x8000_0000;
}

/** Looked up rather than put together: this is asked twice for every message. */
const responses = new Map(
  (Object.keys(commandTable) as Command[]).map((request) => {
    const response = `${request}_resp`;
    return [request, response in commandTable ? (response as Command) : undefined];
  }),
);

/** The command that answers; outbind and alert_notification have none (SMPP 3.4 §4.1.7, §4.12.1). */
export function responseTo(request: Command): Command | undefined {
  return responses.get(request);
}

/** SMPP 3.4 §4.3: a generic_nack answers any request. */
export function answers(response: Command, request: Command): boolean {
  return response === responses.get(request) || response === 'generic_nack';
}

/** SMPP 3.4 §5.1.2: the top bit of the id tells, and generic_nack has it too. */
export function isResponse(pdu: Pdu): pdu is Response {
  return isResponseId(commandTable[pdu.command].id);
}
