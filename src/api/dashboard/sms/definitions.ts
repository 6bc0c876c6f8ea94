/** The routes of the pages about SMS, numbers and calls. */
export * from '../live/definitions.ts';
export * from '../messages/definitions.ts';
export * from '../numbers/definitions.ts';
export * from '../phone-line/definitions.ts';
export * from '../replies/definitions.ts';
export * from '../search/definitions.ts';
export * from '../sending/definitions.ts';
export * from '../statistics/definitions.ts';
export * from '../stops/definitions.ts';
