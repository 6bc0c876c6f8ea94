/** Groups of parts as rows of a join, made into the records of sms/. */
import type { InboundGroup } from '#sms/inbound/inbound-store.ts';

export type GroupRow = {
  readonly id: number;
  readonly operator_id: number;
  readonly sender: string;
  readonly receiver: string;
  readonly total: number;
  readonly received_at: number;
  readonly number: number;
  readonly data_coding: number;
  readonly header_octets: number;
  readonly single_shift: number | null;
  readonly locking_shift: number | null;
  readonly octets: Uint8Array;
};

export const groupColumns = `inbound_group.id, inbound_group.operator_id, inbound_group.sender,
  inbound_group.receiver, inbound_group.total, inbound_group.received_at, inbound_part.number,
  inbound_part.data_coding, inbound_part.header_octets, inbound_part.single_shift,
  inbound_part.locking_shift, inbound_part.octets`;

export const joinedByGroup =
  'inbound_group JOIN inbound_part ON inbound_part.group_id = inbound_group.id';

/** Group after group, in the order of the rows. */
export function asGroups(rows: readonly GroupRow[]): readonly InboundGroup[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()].map((ofGroup) => asGroup(ofGroup as [GroupRow, ...GroupRow[]]));
}

function asGroup(rows: readonly [GroupRow, ...GroupRow[]]): InboundGroup {
  const [{ id, operator_id: operatorId, sender, receiver, total, received_at }] = rows;
  return {
    id,
    operatorId,
    sender,
    receiver,
    total,
    receivedAtMs: received_at,
    parts: rows.map((row) => ({
      number: row.number,
      dataCoding: row.data_coding,
      headerOctets: row.header_octets,
      singleShift: row.single_shift,
      lockingShift: row.locking_shift,
      octets: row.octets,
    })),
  };
}
