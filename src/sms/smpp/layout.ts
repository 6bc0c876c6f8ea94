/** The command table, prepared for the codec. */
import { must } from '#core/assert.ts';
import { commandTable, type Field } from './commands.ts';
import { headerBytes } from './framer.ts';
import { noOctets } from './octet-reader.ts';
import type { Address, Bodies, Command, Tlv } from './pdu.ts';
import { noTlvs } from './tlv.ts';

/** A body as the codec sees it: values by the names of the table. */
export type AnyBody = { readonly [field: string]: unknown; readonly tlvs: readonly Tlv[] };

export type Layout = {
  readonly command: Command;
  readonly id: number;
  readonly fields: readonly Field[];
  /** What a body is before it is read; copying it gives every body of a command one shape. */
  readonly blank: AnyBody;
  readonly blankBytes: number;
};

const blankAddress: Address = { ton: 0, npi: 0, address: '' };

const blankOf: Readonly<
  Record<Field['kind'], { readonly value: unknown; readonly bytes: number }>
> = {
  text: { value: '', bytes: 1 },
  octet: { value: 0, bytes: 1 },
  address: { value: blankAddress, bytes: 3 },
  octets: { value: noOctets, bytes: 1 },
  destinations: { value: [], bytes: 1 },
  failed: { value: [], bytes: 1 },
};

const layouts = (Object.keys(commandTable) as Command[]).map((command): Layout => {
  const { id, fields }: { readonly id: number; readonly fields: readonly Field[] } =
    commandTable[command];
  const blanks = fields.map(({ name, kind }) => [name, blankOf[kind].value] as const);
  return {
    command,
    id,
    fields,
    blank: { ...Object.fromEntries(blanks), tlvs: noTlvs },
    blankBytes: headerBytes + fields.reduce((sum, { kind }) => sum + blankOf[kind].bytes, 0),
  };
});

export const layoutById = new Map(layouts.map((layout) => [layout.id, layout]));
const layoutByCommand = new Map(layouts.map((layout) => [layout.command, layout]));

export function layoutOf(command: Command): Layout {
  return must(layoutByCommand.get(command), `layout of ${command}`);
}

/** The body of a command with nothing in it. */
export function blankBody<Name extends Command>(command: Name): Bodies[Name] {
  return layoutOf(command).blank as unknown as Bodies[Name];
}
