/** Node's message of a request, whose headers are read by our rules: once, for Node asks for them as well. */
import { IncomingMessage } from 'node:http';
import { type FieldsReading, readHeaders } from './request-headers.ts';

export class RequestMessage extends IncomingMessage {
  #fields: FieldsReading | undefined;

  get fields(): FieldsReading {
    this.#fields ??= readHeaders(this.rawHeaders);
    return this.#fields;
  }
}

// As an accessor, which the type of a class that declares a property does not allow.
Object.defineProperty(RequestMessage.prototype, 'headers', {
  get(this: RequestMessage) {
    return this.fields.headers;
  },
});
