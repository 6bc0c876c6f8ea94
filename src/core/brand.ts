/** A value whose type remembers that a parser has looked at it. */
declare const brand: unique symbol;

/** `Brand<string, 'PhoneNumber'>` is a string that only its own parser can make. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
