/** What a bind needs to know: where to, as whom, how wide, how patient. */

import type { Target } from './connect.ts';
import { encodePdu, UnfitField } from './encode.ts';
import { maxPduBytesDefault } from './framer.ts';
import { blankBody } from './layout.ts';
import type { BindRequest } from './pdu.ts';
import { type BindMode, bindCommands } from './permissions.ts';
import { type ReconnectSettings, reconnectDefaults } from './reconnect.ts';
import { type SessionTimers, sessionTimerDefaults } from './session-types.ts';

export type BindSettings = Target &
  SessionTimers &
  ReconnectSettings & {
    readonly systemId: string;
    readonly password: string;
    /** With its NUL: 9 by the standard, more where the operator gave a longer password. */
    readonly passwordBytesMax: number;
    readonly systemType: string;
    /** 3.3 sends no TLVs. */
    readonly version: 0x33 | 0x34 | 0x50;
    readonly bind: BindMode;
    readonly window: number;
    /** Messages from the operator that may wait for our answer at a time. */
    readonly unansweredMax: number;
    readonly maxPduBytes: number;
    readonly connectMs: number;
  };

export const bindDefaults = {
  tls: {},
  passwordBytesMax: 9,
  systemType: '',
  version: 0x34,
  bind: 'trx',
  window: 10,
  unansweredMax: 200,
  maxPduBytes: maxPduBytesDefault,
  connectMs: 10_000,
  ...sessionTimerDefaults,
  ...reconnectDefaults,
} as const satisfies Partial<BindSettings>;

export function bindRequestOf(settings: BindSettings): BindRequest {
  const { systemId, password, systemType, version } = settings;
  return {
    ...blankBody(bindCommands[settings.bind]),
    systemId,
    password,
    systemType,
    interfaceVersion: version,
  };
}

/** The name of a setting that no bind request can carry. */
export function unfitSetting(settings: BindSettings): string | undefined {
  if (settings.password.length >= settings.passwordBytesMax) return 'password';
  try {
    const body = bindRequestOf(settings);
    encodePdu({ command: bindCommands[settings.bind], status: 0, sequence: 1, body });
    return undefined;
  } catch (error) {
    if (error instanceof UnfitField) return error.field;
    throw error;
  }
}
