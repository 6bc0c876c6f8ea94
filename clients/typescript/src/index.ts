/** The client, its errors, the types of all commands, and the check of webhooks. */
export {
  type CallOptions,
  type ClientOptions,
  type Fault,
  ParleyClient,
  ParleyRefusal,
  ParleyUnreachable,
  type SendSms,
} from './client.ts';
export { type CommandPath, type Commands, commandTable } from './commands.ts';
export {
  verifyWebhook,
  type WebhookCheck,
  type WebhookHeaders,
  type WebhookVerdict,
} from './webhook.ts';
