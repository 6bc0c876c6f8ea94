/** So begin the kinds of events that hold a PDU for a customer's bind: no reader of JSON is told of them. */
export const pduKinds = 'smpp ';
