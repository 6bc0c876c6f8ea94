/** The protocol data units of SMPP 3.4 (and what 5.0 left as it was), as plain records. */

/** An optional parameter: a tag and its octets, as they travel. */
export type Tlv = { readonly tag: number; readonly value: Buffer };

/** An address with its type of number and numbering plan (SMPP 3.4 §5.2.5, §5.2.6). */
export type Address = { readonly ton: number; readonly npi: number; readonly address: string };

type Bodyless = { readonly tlvs: readonly Tlv[] };

export type BindRequest = {
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly interfaceVersion: number;
  readonly addressTon: number;
  readonly addressNpi: number;
  readonly addressRange: string;
  readonly tlvs: readonly Tlv[];
};

export type BindResponse = { readonly systemId: string; readonly tlvs: readonly Tlv[] };

/** What submit_sm and deliver_sm carry: the same fields in the same order (§4.4.1, §4.6.1). */
export type Message = {
  readonly serviceType: string;
  readonly source: Address;
  readonly destination: Address;
  readonly esmClass: number;
  readonly protocolId: number;
  readonly priority: number;
  readonly scheduleDeliveryTime: string;
  readonly validityPeriod: string;
  readonly registeredDelivery: number;
  readonly replaceIfPresent: number;
  readonly dataCoding: number;
  readonly defaultMessageId: number;
  readonly shortMessage: Buffer;
  readonly tlvs: readonly Tlv[];
};
export type SubmitSm = Message;
export type DeliverSm = Message;

export type DataSm = {
  readonly serviceType: string;
  readonly source: Address;
  readonly destination: Address;
  readonly esmClass: number;
  readonly registeredDelivery: number;
  readonly dataCoding: number;
  readonly tlvs: readonly Tlv[];
};

/** The answer to a submit, a delivery or a data_sm; deliver_sm_resp leaves the id empty. */
export type MessageResponse = { readonly messageId: string; readonly tlvs: readonly Tlv[] };

export type MultiDestination = Address | { readonly list: string };

export type SubmitMulti = Omit<Message, 'destination'> & {
  readonly destinations: readonly MultiDestination[];
};

export type FailedDestination = Address & { readonly status: number };

export type SubmitMultiResponse = {
  readonly messageId: string;
  readonly failed: readonly FailedDestination[];
  readonly tlvs: readonly Tlv[];
};

export type QuerySm = {
  readonly messageId: string;
  readonly source: Address;
  readonly tlvs: readonly Tlv[];
};

export type QuerySmResponse = {
  readonly messageId: string;
  readonly finalDate: string;
  readonly messageState: number;
  readonly errorCode: number;
  readonly tlvs: readonly Tlv[];
};

export type CancelSm = {
  readonly serviceType: string;
  readonly messageId: string;
  readonly source: Address;
  readonly destination: Address;
  readonly tlvs: readonly Tlv[];
};

export type ReplaceSm = {
  readonly messageId: string;
  readonly source: Address;
  readonly scheduleDeliveryTime: string;
  readonly validityPeriod: string;
  readonly registeredDelivery: number;
  readonly defaultMessageId: number;
  readonly shortMessage: Buffer;
  readonly tlvs: readonly Tlv[];
};

export type Outbind = {
  readonly systemId: string;
  readonly password: string;
  readonly tlvs: readonly Tlv[];
};

export type AlertNotification = {
  readonly source: Address;
  readonly esme: Address;
  readonly tlvs: readonly Tlv[];
};

/** Every command by the standard's name, with the body that follows its header. */
export type Bodies = {
  readonly bind_receiver: BindRequest;
  readonly bind_receiver_resp: BindResponse;
  readonly bind_transmitter: BindRequest;
  readonly bind_transmitter_resp: BindResponse;
  readonly bind_transceiver: BindRequest;
  readonly bind_transceiver_resp: BindResponse;
  readonly outbind: Outbind;
  readonly unbind: Bodyless;
  readonly unbind_resp: Bodyless;
  readonly enquire_link: Bodyless;
  readonly enquire_link_resp: Bodyless;
  readonly generic_nack: Bodyless;
  readonly submit_sm: SubmitSm;
  readonly submit_sm_resp: MessageResponse;
  readonly submit_multi: SubmitMulti;
  readonly submit_multi_resp: SubmitMultiResponse;
  readonly deliver_sm: DeliverSm;
  readonly deliver_sm_resp: MessageResponse;
  readonly data_sm: DataSm;
  readonly data_sm_resp: MessageResponse;
  readonly query_sm: QuerySm;
  readonly query_sm_resp: QuerySmResponse;
  readonly cancel_sm: CancelSm;
  readonly cancel_sm_resp: Bodyless;
  readonly replace_sm: ReplaceSm;
  readonly replace_sm_resp: Bodyless;
  readonly alert_notification: AlertNotification;
};

export type Command = keyof Bodies;

export type PduOf<Name extends Command> = {
  readonly command: Name;
  readonly status: number;
  /** Ours run from 1 to 0x7FFFFFFF; a peer may use any 32 bits. */
  readonly sequence: number;
  readonly body: Bodies[Name];
};

export type Pdu = { [Name in Command]: PduOf<Name> }[Command];

export type Response = Extract<Pdu, { readonly command: `${string}_resp` | 'generic_nack' }>;
