/** Every command, what it takes and what it gives: made from the server's OpenAPI document. */

/** A sentence, what a request says, and the members of its reply. */
export type Commands = {
  /** Returns the account and its balance. */
  '/v1/me': {
    readonly takes: Readonly<Record<string, unknown>>;
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly user: {
        readonly id: number;
        readonly username: string;
        readonly firstname: string;
        readonly lastname: string
      };
      readonly credits: {
        readonly creditSms: number;
        readonly creditSmsECO: number;
        readonly creditSmsLowCost: number;
        readonly creditHlr: number;
        readonly toSend: number;
        readonly solde: string;
        readonly balance: string;
        readonly currency: string
      }
    })
  };
  /** Sends a message to up to 500 recipients, given as numbers or groups. */
  '/v1/send': {
    readonly takes: ({
      readonly phoneNumbers?: string | readonly (string)[];
      readonly groupId?: number | string | readonly (number)[];
      readonly message: string;
      readonly sender?: string;
      readonly virtualNumber?: string;
      readonly tag?: string;
      readonly scheduledDeliveryDate?: string;
      readonly time?: number;
      readonly minute?: number;
      readonly validity?: number;
      readonly priority?: 'urgent' | 'normal' | 'bulk';
      readonly gamme?: 1 | 2;
      readonly isStopSms?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly marketing?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly isUnicode?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly transliterate?: 'off' | 'punctuation' | 'letters';
      readonly sandbox?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly webhookUrl?: string;
      readonly urlDlr?: string;
      readonly urlResponse?: string
    }) | ({
      readonly subject: string;
      readonly htmlContent: string;
      readonly textContent?: string;
      readonly to?: readonly ({
        readonly email: string;
        readonly name?: string;
        readonly variables?: Readonly<Record<string, unknown>>
      })[] | Readonly<Record<string, unknown>> | string;
      readonly params?: {
        readonly to?: readonly ({
          readonly email: string;
          readonly name?: string;
          readonly variables?: Readonly<Record<string, unknown>>
        })[] | Readonly<Record<string, unknown>> | string
      };
      readonly from?: string | Readonly<Record<string, unknown>>;
      readonly cc?: readonly ({
        readonly email: string;
        readonly name?: string;
        readonly variables?: Readonly<Record<string, unknown>>
      })[] | Readonly<Record<string, unknown>> | string;
      readonly bcc?: readonly ({
        readonly email: string;
        readonly name?: string;
        readonly variables?: Readonly<Record<string, unknown>>
      })[] | Readonly<Record<string, unknown>> | string;
      readonly replyTo?: string | Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly variables?: Readonly<Record<string, unknown>>;
      readonly metadata?: Readonly<Record<string, unknown>>;
      readonly attachments?: readonly ({
        readonly filename?: string;
        readonly contentType?: string;
        readonly base64Content: string;
        readonly contentId?: string
      })[];
      readonly tag?: string;
      readonly unsubscribe?: boolean | number | string;
      readonly trackOpens?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly trackClicks?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly scheduledDeliveryDate?: string;
      readonly time?: number;
      readonly minute?: number;
      readonly validity?: number;
      readonly sandbox?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly webhookUrl?: string;
      readonly urlDlr?: string
    });
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly message_id: number;
      readonly nb_sms: number;
      readonly cost: number;
      readonly currency: string;
      readonly scheduledDeliveryDate?: string;
      readonly deferredUntil?: string;
      readonly held?: boolean;
      readonly stopSms?: readonly (string)[];
      readonly message?: string
    })
  };
  /** Sends a message from a number of the account. */
  '/v1/vn/send': {
    readonly takes: {
      readonly from: string;
      readonly to: string | readonly (string)[];
      readonly message: string;
      readonly tag?: string;
      readonly scheduledDeliveryDate?: string;
      readonly time?: number;
      readonly minute?: number;
      readonly validity?: number;
      readonly priority?: 'urgent' | 'normal' | 'bulk';
      readonly gamme?: 1 | 2;
      readonly isStopSms?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly marketing?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly isUnicode?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly transliterate?: 'off' | 'punctuation' | 'letters';
      readonly sandbox?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly webhookUrl?: string;
      readonly urlDlr?: string;
      readonly urlResponse?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly message_id: number;
      readonly nb_sms: number;
      readonly cost: number;
      readonly currency: string;
      readonly scheduledDeliveryDate?: string;
      readonly deferredUntil?: string;
      readonly held?: boolean;
      readonly stopSms?: readonly (string)[];
      readonly message?: string
    })
  };
  /** Returns the status of a message for one recipient. */
  '/v1/message-status': {
    readonly takes: {
      readonly messageId: number;
      readonly phoneNumber: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly number: string;
      readonly messageId: string;
      readonly stopSms: boolean;
      readonly date: string;
      readonly dateLocal: string;
      readonly statut: 'Delivered' | 'Not delivered' | 'Waiting';
      readonly cost: number;
      readonly countryCode: string;
      readonly currency: string
    })
  };
  /** Returns what a send would do and cost, without sending. */
  '/v1/preview': {
    readonly takes: {
      readonly phoneNumbers?: string | readonly (string)[];
      readonly groupId?: number | string | readonly (number)[];
      readonly message: string;
      readonly sender?: string;
      readonly virtualNumber?: string;
      readonly tag?: string;
      readonly scheduledDeliveryDate?: string;
      readonly time?: number;
      readonly minute?: number;
      readonly validity?: number;
      readonly priority?: 'urgent' | 'normal' | 'bulk';
      readonly gamme?: 1 | 2;
      readonly isStopSms?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly marketing?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly isUnicode?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly transliterate?: 'off' | 'punctuation' | 'letters';
      readonly sandbox?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly webhookUrl?: string;
      readonly urlDlr?: string;
      readonly urlResponse?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly sender: string;
      readonly message: string;
      readonly nb_sms: number;
      readonly cost: number;
      readonly currency: string;
      readonly recipients: readonly ({
        readonly success: boolean;
        readonly phoneNumber: string;
        readonly encoding?: 'GSM' | 'UCS-2';
        readonly units?: number;
        readonly nb_sms?: number;
        readonly forcedBy?: string;
        readonly operator?: string;
        readonly route?: string;
        readonly unitPrice?: number;
        readonly cost?: number;
        readonly deferredUntil?: string;
        readonly waits?: string;
        readonly held?: string;
        readonly code?: number;
        readonly message?: string
      })[]
    })
  };
  /** Sends a different message to each recipient. */
  '/v1/bulk-send': {
    readonly takes: {
      readonly SMSList: readonly ({
        readonly phoneNumber: string;
        readonly message: string
      })[];
      readonly sender?: string;
      readonly virtualNumber?: string;
      readonly tag?: string;
      readonly scheduledDeliveryDate?: string;
      readonly time?: number;
      readonly minute?: number;
      readonly validity?: number;
      readonly priority?: 'urgent' | 'normal' | 'bulk';
      readonly gamme?: 1 | 2;
      readonly isStopSms?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly marketing?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly isUnicode?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly transliterate?: 'off' | 'punctuation' | 'letters';
      readonly sandbox?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly webhookUrl?: string;
      readonly urlDlr?: string;
      readonly urlResponse?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly message_id: number;
      readonly currency: string;
      readonly cost: number;
      readonly nbSMS: number;
      readonly SMSResponse_List: readonly ({
        readonly success: boolean;
        readonly code: number;
        readonly nbSms: number;
        readonly cost: number;
        readonly phoneNumber: string
      })[];
      readonly scheduledDeliveryDate?: string;
      readonly deferredUntil?: string;
      readonly held?: boolean
    })
  };
  /** Returns the status of up to 500 pairs of message and recipient. */
  '/v1/multi-status': {
    readonly takes: {
      readonly SMSStatut_List: readonly ({
        readonly messageId: number;
        readonly phoneNumber: string
      })[]
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly StatutResponse_List: readonly ({
        readonly success: boolean;
        readonly code: number;
        readonly phoneNumber: string;
        readonly messageId: number;
        readonly status?: 'Delivered' | 'Not delivered' | 'Waiting';
        readonly date?: string;
        readonly dateLocal?: string;
        readonly stopSms?: boolean;
        readonly isSpam?: boolean
      })[]
    })
  };
  /** Returns the status of a message for all its recipients. */
  '/v1/bulk-status': {
    readonly takes: {
      readonly messageId: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly message_id?: string;
      readonly StatutResponse_List?: readonly ({
        readonly phoneNumber: string;
        readonly status: 'Delivered' | 'Not delivered' | 'Waiting';
        readonly stopSMS: boolean;
        readonly cost: number;
        readonly date: string;
        readonly dateLocal: string
      })[]
    })
  };
  /** Returns the status of all messages with a tag, 100 per page. */
  '/v1/bulk-status-by-tag': {
    readonly takes: {
      readonly tag: string;
      readonly page?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly message_id?: string;
      readonly StatutResponse_List?: readonly ({
        readonly phoneNumber: string;
        readonly status: 'Delivered' | 'Not delivered' | 'Waiting';
        readonly stopSMS: boolean;
        readonly cost: number;
        readonly date: string;
        readonly dateLocal: string;
        readonly messageId: string
      })[];
      readonly currentPage?: number;
      readonly total?: number
    })
  };
  /** Cancels a message that is scheduled or held. */
  '/v1/message-cancel': {
    readonly takes: {
      readonly messageId: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly message: string
    })
  };
  /** Returns the number of SMS and emails sent and their cost, per month. */
  '/v1/statistics/cost-resume': {
    readonly takes: {
      readonly interval: 'last_month' | 'last_twelve_months' | 'custom';
      readonly from?: string;
      readonly to?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly datas: readonly ({
        readonly month: string;
        readonly year: string;
        readonly m: string;
        readonly date: number;
        readonly type: string;
        readonly cost: string;
        readonly nb_send: string
      })[]
    })
  };
  /** Returns the country, type and network of phone numbers. */
  '/v1/lookup': {
    readonly takes: {
      readonly phoneNumbers: string | readonly (string)[]
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly lookup: readonly ({
        readonly request: string;
        readonly success: boolean;
        readonly countryCode?: string;
        readonly prefixCode?: number;
        readonly phoneNumber?: string;
        readonly type?: string;
        readonly network?: string;
        readonly format?: {
          readonly e164: string;
          readonly international: string;
          readonly national: string;
          readonly rfc3966: string
        }
      })[]
    })
  };
  /** Looks up phone numbers and sends each result as a webhook. */
  '/v1/hlr/notify': {
    readonly takes: {
      readonly phoneNumbers: string | readonly (string)[];
      readonly notifyUrl?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly campaignId: number;
      readonly number: number;
      readonly cost: number;
      readonly currency: string
    })
  };
  /** Returns events, for programs that fetch them instead of receiving webhooks. */
  '/v1/events': {
    readonly takes: {
      readonly after?: string;
      readonly since?: number;
      readonly event?: string;
      readonly limit?: number;
      readonly wait?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly events: readonly ({
        readonly id: string;
        readonly event: string;
        readonly createdAt: string;
        readonly test?: boolean;
        readonly payload: Readonly<Record<string, unknown>>
      })[];
      readonly next: string;
      readonly hasMore: boolean
    })
  };
  /** Streams events as they happen; `Last-Event-ID` resumes without a gap. */
  '/v1/events/stream': {
    readonly takes: {
      readonly after?: string;
      readonly since?: number;
      readonly event?: string
    };
    readonly gives: Response
  };
  /** Returns events, for programs that fetch them instead of receiving webhooks. */
  '/mail/v1/events': {
    readonly takes: {
      readonly after?: string;
      readonly since?: number;
      readonly event?: string;
      readonly limit?: number;
      readonly wait?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly events: readonly ({
        readonly id: string;
        readonly event: string;
        readonly createdAt: string;
        readonly test?: boolean;
        readonly payload: Readonly<Record<string, unknown>>
      })[];
      readonly next: string;
      readonly hasMore: boolean
    })
  };
  /** Streams events as they happen; `Last-Event-ID` resumes without a gap. */
  '/mail/v1/events/stream': {
    readonly takes: {
      readonly after?: string;
      readonly since?: number;
      readonly event?: string
    };
    readonly gives: Response
  };
  /** Returns the account and its balance. */
  '/mail/v1/me': {
    readonly takes: Readonly<Record<string, unknown>>;
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly user: {
        readonly id: number;
        readonly username: string;
        readonly firstname: string;
        readonly lastname: string
      };
      readonly credits: {
        readonly creditMail: number;
        readonly balance: string;
        readonly solde: string;
        readonly currency: string
      }
    })
  };
  /** Sends an email to up to 500 recipients, separately to each. */
  '/mail/v1/send': {
    readonly takes: {
      readonly subject: string;
      readonly htmlContent: string;
      readonly textContent?: string;
      readonly to?: readonly ({
        readonly email: string;
        readonly name?: string;
        readonly variables?: Readonly<Record<string, unknown>>
      })[] | Readonly<Record<string, unknown>> | string;
      readonly params?: {
        readonly to?: readonly ({
          readonly email: string;
          readonly name?: string;
          readonly variables?: Readonly<Record<string, unknown>>
        })[] | Readonly<Record<string, unknown>> | string
      };
      readonly from?: string | Readonly<Record<string, unknown>>;
      readonly cc?: readonly ({
        readonly email: string;
        readonly name?: string;
        readonly variables?: Readonly<Record<string, unknown>>
      })[] | Readonly<Record<string, unknown>> | string;
      readonly bcc?: readonly ({
        readonly email: string;
        readonly name?: string;
        readonly variables?: Readonly<Record<string, unknown>>
      })[] | Readonly<Record<string, unknown>> | string;
      readonly replyTo?: string | Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly variables?: Readonly<Record<string, unknown>>;
      readonly metadata?: Readonly<Record<string, unknown>>;
      readonly attachments?: readonly ({
        readonly filename?: string;
        readonly contentType?: string;
        readonly base64Content: string;
        readonly contentId?: string
      })[];
      readonly tag?: string;
      readonly unsubscribe?: boolean | number | string;
      readonly trackOpens?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly trackClicks?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly scheduledDeliveryDate?: string;
      readonly time?: number;
      readonly minute?: number;
      readonly validity?: number;
      readonly sandbox?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly webhookUrl?: string;
      readonly urlDlr?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly messageId: string;
      readonly nbMail: number;
      readonly cost: number;
      readonly currency: string;
      readonly scheduledDeliveryDate?: string;
      readonly caught?: boolean;
      readonly held?: boolean;
      readonly stopMail?: readonly (string)[]
    })
  };
  /** Returns the status of an email for all its recipients. */
  '/mail/v1/bulk-status': {
    readonly takes: {
      readonly messageId: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly messageId: string;
      readonly StatutResponseList: readonly ({
        readonly email: string;
        readonly token: string;
        readonly status: 'Waiting' | 'Delivered' | 'Caught' | 'Not delivered';
        readonly statut: 'Waiting' | 'Delivered' | 'Caught' | 'Not delivered';
        readonly cost: number;
        readonly stopMail: boolean;
        readonly date: string
      })[]
    })
  };
  /** Cancels and refunds the part of an email that has not been sent. */
  '/mail/v1/message-cancel': {
    readonly takes: {
      readonly messageId: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly message: string;
      readonly nbMail: number
    })
  };
  /** Lists the addresses on the suppression list. */
  '/mail/v1/unsubscribe/list': {
    readonly takes: {
      readonly after?: number;
      readonly limit?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData: number;
      readonly data: readonly ({
        readonly id: number;
        readonly email: string;
        readonly createdAt: string
      })[]
    })
  };
  /** Adds an address to the suppression list. */
  '/mail/v1/unsubscribe/add': {
    readonly takes: {
      readonly email: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly unsubscribeId: number
    })
  };
  /** Removes an entry from the suppression list. */
  '/mail/v1/unsubscribe/delete': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Adds a domain and returns the DNS records to publish. */
  '/mail/v1/domain/add': {
    readonly takes: {
      readonly domain: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly domain: string;
      readonly verified: boolean;
      readonly createdAt: string;
      readonly records: readonly ({
        readonly purpose: string;
        readonly type: string;
        readonly name: string;
        readonly value: string
      })[]
    })
  };
  /** Lists the domains of the account. */
  '/mail/v1/domain/list': {
    readonly takes: Readonly<Record<string, unknown>>;
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData: number;
      readonly data: readonly ({
        readonly domain: string;
        readonly verified: boolean;
        readonly createdAt: string;
        readonly records: readonly ({
          readonly purpose: string;
          readonly type: string;
          readonly name: string;
          readonly value: string
        })[]
      })[]
    })
  };
  /** Checks the DNS records of a domain now. */
  '/mail/v1/domain/check': {
    readonly takes: {
      readonly domain: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly domain: string;
      readonly verified: boolean;
      readonly takenByAnother: boolean;
      readonly verdict: 'ok' | 'wrong' | 'missing' | 'unknown';
      readonly summary: string;
      readonly records: readonly ({
        readonly purpose: string;
        readonly type: string;
        readonly name: string;
        readonly expected: string;
        readonly found: readonly (string)[];
        readonly verdict: 'ok' | 'wrong' | 'missing' | 'unknown';
        readonly why: string;
        readonly required: boolean
      })[]
    })
  };
  /** Removes a domain. */
  '/mail/v1/domain/delete': {
    readonly takes: {
      readonly domain: string
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Adds a sender address. */
  '/mail/v1/sender/add': {
    readonly takes: {
      readonly email: string;
      readonly name?: string;
      readonly default?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false'
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly email: string;
      readonly name: string;
      readonly default: boolean
    })
  };
  /** Lists the senders of the account. */
  '/mail/v1/sender/list': {
    readonly takes: Readonly<Record<string, unknown>>;
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData: number;
      readonly data: readonly ({
        readonly email: string;
        readonly name: string;
        readonly default: boolean
      })[]
    })
  };
  /** Removes a sender. */
  '/mail/v1/sender/delete': {
    readonly takes: {
      readonly email: string
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Lists the phones on the opt-out list. */
  '/v1/stop-sms/list': {
    readonly takes: {
      readonly after?: number;
      readonly limit?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData: number;
      readonly data: readonly ({
        readonly id: number;
        readonly phoneNumber: string;
        readonly createdAt: string
      })[]
    })
  };
  /** Adds a phone to the opt-out list. */
  '/v1/stop-sms/add': {
    readonly takes: {
      readonly phoneNumber: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly stopId: number
    })
  };
  /** Removes an entry from the opt-out list. */
  '/v1/stop-sms/delete': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Adds a group to the address book. */
  '/v1/group/add': {
    readonly takes: {
      readonly name: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly name: string;
      readonly groupId: number
    })
  };
  /** Adds a group to the address book. */
  '/v1/group/create': {
    readonly takes: {
      readonly name: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly name: string;
      readonly groupId: number
    })
  };
  /** Lists the groups of the address book: all, or 20 per page with `page`. */
  '/v1/group/list': {
    readonly takes: {
      readonly page?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly groups: readonly ({
        readonly id: number;
        readonly name: string;
        readonly createdAt: string
      })[]
    })
  };
  /** Renames a group. */
  '/v1/group/update': {
    readonly takes: {
      readonly groupId: number;
      readonly name: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly name: string;
      readonly groupId: number
    })
  };
  /** Removes a group and its contacts. */
  '/v1/group/delete': {
    readonly takes: {
      readonly groupId: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Removes a group and its contacts. */
  '/v1/group/remove': {
    readonly takes: {
      readonly groupId: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Adds one contact or several to a group. */
  '/v1/contact/add': {
    readonly takes: {
      readonly groupId: number;
      readonly contact?: {
        readonly phoneNumber?: string;
        readonly firstname?: string;
        readonly lastname?: string;
        readonly date?: string;
        readonly url?: string;
        readonly custom1?: string;
        readonly custom2?: string;
        readonly custom3?: string;
        readonly custom4?: string
      };
      readonly contactsList?: readonly ({
        readonly phoneNumber?: string;
        readonly firstname?: string;
        readonly lastname?: string;
        readonly date?: string;
        readonly url?: string;
        readonly custom1?: string;
        readonly custom2?: string;
        readonly custom3?: string;
        readonly custom4?: string
      })[]
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly contact?: {
        readonly contactId: number;
        readonly phoneNumber: string;
        readonly firstname: string;
        readonly lastname: string;
        readonly date: string;
        readonly url: string;
        readonly custom1: string;
        readonly custom2: string;
        readonly custom3: string;
        readonly custom4: string
      };
      readonly groupe?: {
        readonly name: string;
        readonly token: number
      };
      readonly results?: readonly ({
        readonly success: boolean;
        readonly code: number;
        readonly phoneNumber: string;
        readonly message: string
      })[];
      readonly rapport?: {
        readonly nbline: number;
        readonly nbline_imported: number;
        readonly nbline_updated: number;
        readonly errors: Readonly<Record<string, unknown>>
      }
    })
  };
  /** Adds one contact or several to a group. */
  '/v1/contact/create': {
    readonly takes: {
      readonly groupId: number;
      readonly contact?: {
        readonly phoneNumber?: string;
        readonly firstname?: string;
        readonly lastname?: string;
        readonly date?: string;
        readonly url?: string;
        readonly custom1?: string;
        readonly custom2?: string;
        readonly custom3?: string;
        readonly custom4?: string
      };
      readonly contactsList?: readonly ({
        readonly phoneNumber?: string;
        readonly firstname?: string;
        readonly lastname?: string;
        readonly date?: string;
        readonly url?: string;
        readonly custom1?: string;
        readonly custom2?: string;
        readonly custom3?: string;
        readonly custom4?: string
      })[]
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly contact?: {
        readonly contactId: number;
        readonly phoneNumber: string;
        readonly firstname: string;
        readonly lastname: string;
        readonly date: string;
        readonly url: string;
        readonly custom1: string;
        readonly custom2: string;
        readonly custom3: string;
        readonly custom4: string
      };
      readonly groupe?: {
        readonly name: string;
        readonly token: number
      };
      readonly results?: readonly ({
        readonly success: boolean;
        readonly code: number;
        readonly phoneNumber: string;
        readonly message: string
      })[];
      readonly rapport?: {
        readonly nbline: number;
        readonly nbline_imported: number;
        readonly nbline_updated: number;
        readonly errors: Readonly<Record<string, unknown>>
      }
    })
  };
  /** Adds up to 500 contacts to a group. */
  '/v1/contact/multiple/add': {
    readonly takes: {
      readonly groupId: number;
      readonly contactsList: readonly ({
        readonly phoneNumber?: string;
        readonly firstname?: string;
        readonly lastname?: string;
        readonly date?: string;
        readonly url?: string;
        readonly custom1?: string;
        readonly custom2?: string;
        readonly custom3?: string;
        readonly custom4?: string
      })[]
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly contact?: {
        readonly contactId: number;
        readonly phoneNumber: string;
        readonly firstname: string;
        readonly lastname: string;
        readonly date: string;
        readonly url: string;
        readonly custom1: string;
        readonly custom2: string;
        readonly custom3: string;
        readonly custom4: string
      };
      readonly groupe?: {
        readonly name: string;
        readonly token: number
      };
      readonly results?: readonly ({
        readonly success: boolean;
        readonly code: number;
        readonly phoneNumber: string;
        readonly message: string
      })[];
      readonly rapport?: {
        readonly nbline: number;
        readonly nbline_imported: number;
        readonly nbline_updated: number;
        readonly errors: Readonly<Record<string, unknown>>
      }
    })
  };
  /** Returns a contact. */
  '/v1/contact/detail': {
    readonly takes: {
      readonly contactId: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly contact: {
        readonly contactId: number;
        readonly phone: string;
        readonly firstname: string;
        readonly lastname: string;
        readonly date: string;
        readonly url: string;
        readonly custom1: string;
        readonly custom2: string;
        readonly custom3: string;
        readonly custom4: string;
        readonly createdAt: string;
        readonly stopSms: boolean;
        readonly groupId: number
      }
    })
  };
  /** Lists the contacts of a group. */
  '/v1/contact/list': {
    readonly takes: {
      readonly groupId: number;
      readonly page?: number;
      readonly limit?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly currentPage: number;
      readonly total: number;
      readonly datas: readonly ({
        readonly contactId: number;
        readonly phone: string;
        readonly firstname: string;
        readonly lastname: string;
        readonly date: string;
        readonly url: string;
        readonly custom1: string;
        readonly custom2: string;
        readonly custom3: string;
        readonly custom4: string;
        readonly createdAt: string;
        readonly stopSms: boolean;
        readonly groupId: number
      })[];
      readonly contacts: readonly ({
        readonly contactId: number;
        readonly phone: string;
        readonly firstname: string;
        readonly lastname: string;
        readonly date: string;
        readonly url: string;
        readonly custom1: string;
        readonly custom2: string;
        readonly custom3: string;
        readonly custom4: string;
        readonly createdAt: string;
        readonly stopSms: boolean;
        readonly groupId: number
      })[]
    })
  };
  /** Changes the given fields of a contact, in `contact` or beside it; an empty string clears a field. */
  '/v1/contact/update': {
    readonly takes: {
      readonly contactId: number;
      readonly contact?: {
        readonly phoneNumber?: string;
        readonly firstname?: string;
        readonly lastname?: string;
        readonly date?: string;
        readonly url?: string;
        readonly custom1?: string;
        readonly custom2?: string;
        readonly custom3?: string;
        readonly custom4?: string
      };
      readonly phoneNumber?: string;
      readonly firstname?: string;
      readonly lastname?: string;
      readonly date?: string;
      readonly url?: string;
      readonly custom1?: string;
      readonly custom2?: string;
      readonly custom3?: string;
      readonly custom4?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly contact: {
        readonly contactId: number;
        readonly phone: string;
        readonly firstname: string;
        readonly lastname: string;
        readonly date: string;
        readonly url: string;
        readonly custom1: string;
        readonly custom2: string;
        readonly custom3: string;
        readonly custom4: string;
        readonly createdAt: string;
        readonly stopSms: boolean;
        readonly groupId: number
      }
    })
  };
  /** Removes a contact. */
  '/v1/contact/delete': {
    readonly takes: {
      readonly contactId: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Removes a contact. */
  '/v1/contact/remove': {
    readonly takes: {
      readonly contactId: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Creates a sub-account with an API key of its own. */
  '/v1/subaccount/create': {
    readonly takes: {
      readonly type?: 'simple' | 'advanced';
      readonly parameters?: {
        readonly email: string;
        readonly firstname?: string;
        readonly lastname?: string;
        readonly creditToAttribute?: number
      }
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly subaccount: {
        readonly email: string;
        readonly token: string
      }
    })
  };
  /** Lists the sub-accounts of the account. */
  '/v1/subaccount/list': {
    readonly takes: {
      readonly page?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly currentPage: number;
      readonly total: number;
      readonly data: readonly ({
        readonly token: string;
        readonly email: string;
        readonly firstname: string;
        readonly lastname: string;
        readonly credit: number;
        readonly currency: string;
        readonly isActive: boolean;
        readonly createdAt: string
      })[]
    })
  };
  /** Closes a sub-account. */
  '/v1/subaccount/remove': {
    readonly takes: {
      readonly token?: string;
      readonly tokenSubaccount?: string
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Closes a sub-account. */
  '/v1/subaccount/delete': {
    readonly takes: {
      readonly token?: string;
      readonly tokenSubaccount?: string
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Transfers money from the account to a sub-account. */
  '/v1/subaccount/credit/add': {
    readonly takes: {
      readonly tokenSubaccount: string;
      readonly credit: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly credit: number;
      readonly subaccountCredit: number;
      readonly currency: string
    })
  };
  /** Transfers money from a sub-account back to the account. */
  '/v1/subaccount/credit/remove': {
    readonly takes: {
      readonly tokenSubaccount: string;
      readonly credit: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly credit: number;
      readonly subaccountCredit: number;
      readonly currency: string
    })
  };
  /** Sets how a virtual number handles calls: forwarding, voicemail or disabled. */
  '/v1/vn/callforward': {
    readonly takes: {
      readonly number: string;
      readonly type: 0 | 1 | 2;
      readonly param?: string;
      readonly name?: string;
      readonly replace?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false'
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly message?: string;
      readonly number?: string;
      readonly type?: number;
      readonly param?: string
    })
  };
  /** Lists the virtual numbers of the account. */
  '/v1/vn/list': {
    readonly takes: {
      readonly after?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly numbers: readonly ({
        readonly number: string;
        readonly sms: boolean;
        readonly calls: boolean;
        readonly callForward: boolean;
        readonly monthlyPrice: number;
        readonly minutePrice: number;
        readonly name: string;
        readonly state: 'active' | 'deactivated';
        readonly why: string;
        readonly type: 0 | 1 | 2;
        readonly param: string;
        readonly rentedAt: string | null;
        readonly paidUntil: string | null
      })[];
      readonly next: string | number | null
    })
  };
  /** Lists the virtual numbers that can be rented. */
  '/v1/vn/available': {
    readonly takes: {
      readonly after?: string;
      readonly prefix?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly currency: string;
      readonly numbers: readonly ({
        readonly number: string;
        readonly sms: boolean;
        readonly calls: boolean;
        readonly callForward: boolean;
        readonly monthlyPrice: number;
        readonly minutePrice: number
      })[];
      readonly next: string | number | null
    })
  };
  /** Lists the calls to the account’s numbers, newest first. */
  '/v1/vn/calls': {
    readonly takes: {
      readonly number?: string;
      readonly before?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly currency: string;
      readonly calls: readonly ({
        readonly id: number;
        readonly number: string;
        readonly caller: string;
        readonly kind: 'forward' | 'voicemail' | 'refused';
        readonly target: string;
        readonly startedAt: string;
        readonly answeredAt: string | null;
        readonly endedAt: string | null;
        readonly seconds: number;
        readonly cost: number;
        readonly cause: string;
        readonly status: number;
        readonly rule: string
      })[];
      readonly next: string | number | null
    })
  };
  /** Rents a virtual number, by the month. */
  '/v1/vn/rent': {
    readonly takes: {
      readonly number: string;
      readonly name?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly number: string;
      readonly name: string;
      readonly monthlyPrice: number;
      readonly currency: string;
      readonly paidUntil: string | null
    })
  };
  /** Gives up a virtual number. */
  '/v1/vn/release': {
    readonly takes: {
      readonly number: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly number?: string
    })
  };
  /** Lists voicemail messages, newest first. */
  '/v1/vn/voicemails': {
    readonly takes: {
      readonly number?: string;
      readonly before?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly voicemails: readonly ({
        readonly id: number;
        readonly number: string;
        readonly caller: string;
        readonly callerName: string;
        readonly startedAt: string;
        readonly seconds: number;
        readonly endedBy: string;
        readonly mailTo: string;
        readonly mail: string;
        readonly heardAt: string | null;
        readonly test: boolean
      })[];
      readonly next: string | number | null
    })
  };
  /** Returns a voicemail message. */
  '/v1/vn/voicemail': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly voicemail: {
        readonly id: number;
        readonly number: string;
        readonly caller: string;
        readonly callerName: string;
        readonly startedAt: string;
        readonly seconds: number;
        readonly endedBy: string;
        readonly mailTo: string;
        readonly mail: string;
        readonly heardAt: string | null;
        readonly test: boolean
      }
    })
  };
  /** Returns the audio of a voicemail message. */
  '/v1/vn/voicemail/audio': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: Response
  };
  /** Marks a voicemail message as heard or as new. */
  '/v1/vn/voicemail/heard': {
    readonly takes: {
      readonly id: number;
      readonly heard?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false'
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly voicemail: {
        readonly id: number;
        readonly number: string;
        readonly caller: string;
        readonly callerName: string;
        readonly startedAt: string;
        readonly seconds: number;
        readonly endedBy: string;
        readonly mailTo: string;
        readonly mail: string;
        readonly heardAt: string | null;
        readonly test: boolean
      }
    })
  };
  /** Deletes a voicemail message. */
  '/v1/vn/voicemail/delete': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly id?: number
    })
  };
  /** Lists the webhook endpoints of the account. */
  '/v1/webhook/list': {
    readonly takes: Readonly<Record<string, unknown>>;
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData: number;
      readonly data: readonly ({
        readonly id: number;
        readonly source: 'reply' | 'report' | 'email' | 'extra' | 'request';
        readonly url: string;
        readonly events: readonly (string)[];
        readonly state: 'active' | 'paused' | 'disabled';
        readonly reason: string;
        readonly since: string;
        readonly maxInFlight: number;
        readonly ratePerSecond: number | null;
        readonly ordering: 'none' | 'key' | 'strict';
        readonly timeoutMs: number;
        readonly schedule: readonly (number)[];
        readonly headers: boolean;
        readonly ca: boolean;
        readonly certificate: boolean;
        readonly autoDisable: boolean;
        readonly secrets: readonly ({
          readonly createdAt: string;
          readonly until: string | null
        })[];
        readonly createdAt: string;
        readonly owed: number;
        readonly failing: boolean
      })[]
    })
  };
  /** Adds a webhook endpoint and returns its secret once. */
  '/v1/webhook/add': {
    readonly takes: {
      readonly url: string;
      readonly events?: string | readonly (string)[];
      readonly maxInFlight?: number;
      readonly ratePerSecond?: number;
      readonly ordering?: 'none' | 'key' | 'strict';
      readonly timeoutMs?: number;
      readonly schedule?: string | readonly (string)[];
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly ca?: string;
      readonly certificate?: string;
      readonly key?: string;
      readonly autoDisable?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly secret?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly webhook: {
        readonly id: number;
        readonly source: 'reply' | 'report' | 'email' | 'extra' | 'request';
        readonly url: string;
        readonly events: readonly (string)[];
        readonly state: 'active' | 'paused' | 'disabled';
        readonly reason: string;
        readonly since: string;
        readonly maxInFlight: number;
        readonly ratePerSecond: number | null;
        readonly ordering: 'none' | 'key' | 'strict';
        readonly timeoutMs: number;
        readonly schedule: readonly (number)[];
        readonly headers: boolean;
        readonly ca: boolean;
        readonly certificate: boolean;
        readonly autoDisable: boolean;
        readonly secrets: readonly ({
          readonly createdAt: string;
          readonly until: string | null
        })[];
        readonly createdAt: string;
        readonly secret: string
      };
      readonly warnings?: readonly (string)[]
    })
  };
  /** Changes the given settings of an endpoint. */
  '/v1/webhook/update': {
    readonly takes: {
      readonly id: number;
      readonly url?: string;
      readonly events?: string | readonly (string)[];
      readonly maxInFlight?: number;
      readonly ratePerSecond?: number;
      readonly ordering?: 'none' | 'key' | 'strict';
      readonly timeoutMs?: number;
      readonly schedule?: string | readonly (string)[];
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly ca?: string;
      readonly certificate?: string;
      readonly key?: string;
      readonly autoDisable?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false'
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly webhook: {
        readonly id: number;
        readonly source: 'reply' | 'report' | 'email' | 'extra' | 'request';
        readonly url: string;
        readonly events: readonly (string)[];
        readonly state: 'active' | 'paused' | 'disabled';
        readonly reason: string;
        readonly since: string;
        readonly maxInFlight: number;
        readonly ratePerSecond: number | null;
        readonly ordering: 'none' | 'key' | 'strict';
        readonly timeoutMs: number;
        readonly schedule: readonly (number)[];
        readonly headers: boolean;
        readonly ca: boolean;
        readonly certificate: boolean;
        readonly autoDisable: boolean;
        readonly secrets: readonly ({
          readonly createdAt: string;
          readonly until: string | null
        })[];
        readonly createdAt: string
      };
      readonly warnings?: readonly (string)[]
    })
  };
  /** Removes an endpoint. */
  '/v1/webhook/delete': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Pauses an endpoint until it is resumed; pending deliveries are kept. */
  '/v1/webhook/pause': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly state?: string
    })
  };
  /** Resumes a paused or disabled endpoint. */
  '/v1/webhook/resume': {
    readonly takes: {
      readonly id: number;
      readonly send?: 'all' | 'none' | 'newer';
      readonly newerThan?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly state?: string
    })
  };
  /** Drops the first pending delivery of a strictly ordered endpoint. */
  '/v1/webhook/skip': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly eventId: string
    })
  };
  /** Returns, once, the secret that signs webhooks to the URLs named in requests. */
  '/v1/webhook/secret': {
    readonly takes: {
      readonly id?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly id: number;
      readonly url: string;
      readonly secret: string
    })
  };
  /** Creates a new secret; the old one also signs for a while. */
  '/v1/webhook/rotate': {
    readonly takes: {
      readonly id: number;
      readonly overlap?: number;
      readonly secret?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly secret?: string;
      readonly secrets?: readonly ({
        readonly createdAt: string;
        readonly until: string | null
      })[]
    })
  };
  /** Ends the old secrets of an endpoint now. */
  '/v1/webhook/revoke': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Sends a sample webhook to an endpoint and returns the response. */
  '/v1/webhook/test': {
    readonly takes: {
      readonly id: number;
      readonly event?: 'dlr' | 'reply.short' | 'stop' | 'reply.long' | 'reply.pieces' | 'email' | 'email.queued' | 'email.sent' | 'email.caught' | 'email.deferred' | 'email.bounced' | 'email.failed' | 'email.suppressed' | 'email.held' | 'email.cancelled' | 'email.complained' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'suppression.added' | 'suppression.removed'
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly received?: boolean;
      readonly event?: string;
      readonly status?: number;
      readonly error?: string;
      readonly durationMs?: number;
      readonly phases?: Readonly<Record<string, unknown>>;
      readonly ip?: string;
      readonly request?: string;
      readonly response?: {
        readonly head: string;
        readonly body: string
      };
      readonly verify?: string
    })
  };
  /** Sends an event again, or all matching events since a given time. */
  '/v1/webhook/replay': {
    readonly takes: {
      readonly id?: number;
      readonly eventId?: string;
      readonly endpointId?: number;
      readonly since?: number | string;
      readonly until?: number | string;
      readonly confirm?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly outcome?: 'any' | 'delivered' | 'undelivered';
      readonly event?: string;
      readonly phone?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly made?: number;
      readonly endpointIds?: readonly (number)[];
      readonly events?: number;
      readonly more?: boolean;
      readonly replay?: Readonly<Record<string, unknown>>
    })
  };
  /** Cancels a replay. */
  '/v1/webhook/replay-cancel': {
    readonly takes: {
      readonly replayId: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Lists the replays of the account. */
  '/v1/webhook/replays': {
    readonly takes: Readonly<Record<string, unknown>>;
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData?: number;
      readonly data?: readonly (Readonly<Record<string, unknown>>)[]
    })
  };
  /** Lists the events of the account, newest first. */
  '/v1/webhook/events': {
    readonly takes: {
      readonly before?: number;
      readonly limit?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData?: number;
      readonly data?: readonly (Readonly<Record<string, unknown>>)[]
    })
  };
  /** Lists the attempts of an event, or the failed attempts of an endpoint. */
  '/v1/webhook/attempts': {
    readonly takes: {
      readonly eventId?: string;
      readonly id?: number;
      readonly before?: number;
      readonly limit?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData?: number;
      readonly data?: readonly (Readonly<Record<string, unknown>>)[]
    })
  };
  /** Lists the webhook endpoints of the account. */
  '/mail/v1/webhook/list': {
    readonly takes: Readonly<Record<string, unknown>>;
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData: number;
      readonly data: readonly ({
        readonly id: number;
        readonly source: 'reply' | 'report' | 'email' | 'extra' | 'request';
        readonly url: string;
        readonly events: readonly (string)[];
        readonly state: 'active' | 'paused' | 'disabled';
        readonly reason: string;
        readonly since: string;
        readonly maxInFlight: number;
        readonly ratePerSecond: number | null;
        readonly ordering: 'none' | 'key' | 'strict';
        readonly timeoutMs: number;
        readonly schedule: readonly (number)[];
        readonly headers: boolean;
        readonly ca: boolean;
        readonly certificate: boolean;
        readonly autoDisable: boolean;
        readonly secrets: readonly ({
          readonly createdAt: string;
          readonly until: string | null
        })[];
        readonly createdAt: string;
        readonly owed: number;
        readonly failing: boolean
      })[]
    })
  };
  /** Adds a webhook endpoint and returns its secret once. */
  '/mail/v1/webhook/add': {
    readonly takes: {
      readonly url: string;
      readonly events?: string | readonly (string)[];
      readonly maxInFlight?: number;
      readonly ratePerSecond?: number;
      readonly ordering?: 'none' | 'key' | 'strict';
      readonly timeoutMs?: number;
      readonly schedule?: string | readonly (string)[];
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly ca?: string;
      readonly certificate?: string;
      readonly key?: string;
      readonly autoDisable?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly secret?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly webhook: {
        readonly id: number;
        readonly source: 'reply' | 'report' | 'email' | 'extra' | 'request';
        readonly url: string;
        readonly events: readonly (string)[];
        readonly state: 'active' | 'paused' | 'disabled';
        readonly reason: string;
        readonly since: string;
        readonly maxInFlight: number;
        readonly ratePerSecond: number | null;
        readonly ordering: 'none' | 'key' | 'strict';
        readonly timeoutMs: number;
        readonly schedule: readonly (number)[];
        readonly headers: boolean;
        readonly ca: boolean;
        readonly certificate: boolean;
        readonly autoDisable: boolean;
        readonly secrets: readonly ({
          readonly createdAt: string;
          readonly until: string | null
        })[];
        readonly createdAt: string;
        readonly secret: string
      };
      readonly warnings?: readonly (string)[]
    })
  };
  /** Changes the given settings of an endpoint. */
  '/mail/v1/webhook/update': {
    readonly takes: {
      readonly id: number;
      readonly url?: string;
      readonly events?: string | readonly (string)[];
      readonly maxInFlight?: number;
      readonly ratePerSecond?: number;
      readonly ordering?: 'none' | 'key' | 'strict';
      readonly timeoutMs?: number;
      readonly schedule?: string | readonly (string)[];
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly ca?: string;
      readonly certificate?: string;
      readonly key?: string;
      readonly autoDisable?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false'
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly webhook: {
        readonly id: number;
        readonly source: 'reply' | 'report' | 'email' | 'extra' | 'request';
        readonly url: string;
        readonly events: readonly (string)[];
        readonly state: 'active' | 'paused' | 'disabled';
        readonly reason: string;
        readonly since: string;
        readonly maxInFlight: number;
        readonly ratePerSecond: number | null;
        readonly ordering: 'none' | 'key' | 'strict';
        readonly timeoutMs: number;
        readonly schedule: readonly (number)[];
        readonly headers: boolean;
        readonly ca: boolean;
        readonly certificate: boolean;
        readonly autoDisable: boolean;
        readonly secrets: readonly ({
          readonly createdAt: string;
          readonly until: string | null
        })[];
        readonly createdAt: string
      };
      readonly warnings?: readonly (string)[]
    })
  };
  /** Removes an endpoint. */
  '/mail/v1/webhook/delete': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Pauses an endpoint until it is resumed; pending deliveries are kept. */
  '/mail/v1/webhook/pause': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly state?: string
    })
  };
  /** Resumes a paused or disabled endpoint. */
  '/mail/v1/webhook/resume': {
    readonly takes: {
      readonly id: number;
      readonly send?: 'all' | 'none' | 'newer';
      readonly newerThan?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly state?: string
    })
  };
  /** Drops the first pending delivery of a strictly ordered endpoint. */
  '/mail/v1/webhook/skip': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly eventId: string
    })
  };
  /** Returns, once, the secret that signs webhooks to the URLs named in requests. */
  '/mail/v1/webhook/secret': {
    readonly takes: {
      readonly id?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly id: number;
      readonly url: string;
      readonly secret: string
    })
  };
  /** Creates a new secret; the old one also signs for a while. */
  '/mail/v1/webhook/rotate': {
    readonly takes: {
      readonly id: number;
      readonly overlap?: number;
      readonly secret?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly secret?: string;
      readonly secrets?: readonly ({
        readonly createdAt: string;
        readonly until: string | null
      })[]
    })
  };
  /** Ends the old secrets of an endpoint now. */
  '/mail/v1/webhook/revoke': {
    readonly takes: {
      readonly id: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Sends a sample webhook to an endpoint and returns the response. */
  '/mail/v1/webhook/test': {
    readonly takes: {
      readonly id: number;
      readonly event?: 'dlr' | 'reply.short' | 'stop' | 'reply.long' | 'reply.pieces' | 'email' | 'email.queued' | 'email.sent' | 'email.caught' | 'email.deferred' | 'email.bounced' | 'email.failed' | 'email.suppressed' | 'email.held' | 'email.cancelled' | 'email.complained' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'suppression.added' | 'suppression.removed'
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly received?: boolean;
      readonly event?: string;
      readonly status?: number;
      readonly error?: string;
      readonly durationMs?: number;
      readonly phases?: Readonly<Record<string, unknown>>;
      readonly ip?: string;
      readonly request?: string;
      readonly response?: {
        readonly head: string;
        readonly body: string
      };
      readonly verify?: string
    })
  };
  /** Sends an event again, or all matching events since a given time. */
  '/mail/v1/webhook/replay': {
    readonly takes: {
      readonly id?: number;
      readonly eventId?: string;
      readonly endpointId?: number;
      readonly since?: number | string;
      readonly until?: number | string;
      readonly confirm?: 0 | 1 | true | false | '0' | '1' | 'true' | 'false';
      readonly outcome?: 'any' | 'delivered' | 'undelivered';
      readonly event?: string;
      readonly phone?: string
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly made?: number;
      readonly endpointIds?: readonly (number)[];
      readonly events?: number;
      readonly more?: boolean;
      readonly replay?: Readonly<Record<string, unknown>>
    })
  };
  /** Cancels a replay. */
  '/mail/v1/webhook/replay-cancel': {
    readonly takes: {
      readonly replayId: number
    };
    readonly gives: {
      readonly success: true;
      readonly code: 200
    }
  };
  /** Lists the replays of the account. */
  '/mail/v1/webhook/replays': {
    readonly takes: Readonly<Record<string, unknown>>;
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData?: number;
      readonly data?: readonly (Readonly<Record<string, unknown>>)[]
    })
  };
  /** Lists the events of the account, newest first. */
  '/mail/v1/webhook/events': {
    readonly takes: {
      readonly before?: number;
      readonly limit?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData?: number;
      readonly data?: readonly (Readonly<Record<string, unknown>>)[]
    })
  };
  /** Lists the attempts of an event, or the failed attempts of an endpoint. */
  '/mail/v1/webhook/attempts': {
    readonly takes: {
      readonly eventId?: string;
      readonly id?: number;
      readonly before?: number;
      readonly limit?: number
    };
    readonly gives: ({
      readonly success: true;
      readonly code: 200
    }) & ({
      readonly nbData?: number;
      readonly data?: readonly (Readonly<Record<string, unknown>>)[]
    })
  };
};

export type CommandPath = keyof Commands;

/** How each is asked; one that is keyed runs once under an idempotency key. */
export const commandTable: Readonly<
  Record<CommandPath, { readonly method: 'GET' | 'POST' | 'DELETE'; readonly keyed: boolean }>
> = {
  '/v1/me': { method: 'GET', keyed: false },
  '/v1/send': { method: 'POST', keyed: true },
  '/v1/vn/send': { method: 'POST', keyed: true },
  '/v1/message-status': { method: 'GET', keyed: false },
  '/v1/preview': { method: 'POST', keyed: false },
  '/v1/bulk-send': { method: 'POST', keyed: true },
  '/v1/multi-status': { method: 'POST', keyed: false },
  '/v1/bulk-status': { method: 'GET', keyed: false },
  '/v1/bulk-status-by-tag': { method: 'GET', keyed: false },
  '/v1/message-cancel': { method: 'POST', keyed: false },
  '/v1/statistics/cost-resume': { method: 'GET', keyed: false },
  '/v1/lookup': { method: 'POST', keyed: false },
  '/v1/hlr/notify': { method: 'POST', keyed: false },
  '/v1/events': { method: 'GET', keyed: false },
  '/v1/events/stream': { method: 'GET', keyed: false },
  '/mail/v1/events': { method: 'GET', keyed: false },
  '/mail/v1/events/stream': { method: 'GET', keyed: false },
  '/mail/v1/me': { method: 'GET', keyed: false },
  '/mail/v1/send': { method: 'POST', keyed: true },
  '/mail/v1/bulk-status': { method: 'GET', keyed: false },
  '/mail/v1/message-cancel': { method: 'POST', keyed: false },
  '/mail/v1/unsubscribe/list': { method: 'POST', keyed: false },
  '/mail/v1/unsubscribe/add': { method: 'POST', keyed: false },
  '/mail/v1/unsubscribe/delete': { method: 'POST', keyed: false },
  '/mail/v1/domain/add': { method: 'POST', keyed: false },
  '/mail/v1/domain/list': { method: 'POST', keyed: false },
  '/mail/v1/domain/check': { method: 'POST', keyed: false },
  '/mail/v1/domain/delete': { method: 'POST', keyed: false },
  '/mail/v1/sender/add': { method: 'POST', keyed: false },
  '/mail/v1/sender/list': { method: 'POST', keyed: false },
  '/mail/v1/sender/delete': { method: 'POST', keyed: false },
  '/v1/stop-sms/list': { method: 'POST', keyed: false },
  '/v1/stop-sms/add': { method: 'POST', keyed: false },
  '/v1/stop-sms/delete': { method: 'POST', keyed: false },
  '/v1/group/add': { method: 'POST', keyed: false },
  '/v1/group/create': { method: 'POST', keyed: false },
  '/v1/group/list': { method: 'POST', keyed: false },
  '/v1/group/update': { method: 'POST', keyed: false },
  '/v1/group/delete': { method: 'POST', keyed: false },
  '/v1/group/remove': { method: 'POST', keyed: false },
  '/v1/contact/add': { method: 'POST', keyed: false },
  '/v1/contact/create': { method: 'POST', keyed: false },
  '/v1/contact/multiple/add': { method: 'POST', keyed: false },
  '/v1/contact/detail': { method: 'POST', keyed: false },
  '/v1/contact/list': { method: 'POST', keyed: false },
  '/v1/contact/update': { method: 'POST', keyed: false },
  '/v1/contact/delete': { method: 'POST', keyed: false },
  '/v1/contact/remove': { method: 'POST', keyed: false },
  '/v1/subaccount/create': { method: 'POST', keyed: true },
  '/v1/subaccount/list': { method: 'POST', keyed: false },
  '/v1/subaccount/remove': { method: 'POST', keyed: false },
  '/v1/subaccount/delete': { method: 'POST', keyed: false },
  '/v1/subaccount/credit/add': { method: 'POST', keyed: true },
  '/v1/subaccount/credit/remove': { method: 'POST', keyed: true },
  '/v1/vn/callforward': { method: 'POST', keyed: true },
  '/v1/vn/list': { method: 'POST', keyed: false },
  '/v1/vn/available': { method: 'POST', keyed: false },
  '/v1/vn/calls': { method: 'POST', keyed: false },
  '/v1/vn/rent': { method: 'POST', keyed: true },
  '/v1/vn/release': { method: 'POST', keyed: false },
  '/v1/vn/voicemails': { method: 'POST', keyed: false },
  '/v1/vn/voicemail': { method: 'POST', keyed: false },
  '/v1/vn/voicemail/audio': { method: 'POST', keyed: false },
  '/v1/vn/voicemail/heard': { method: 'POST', keyed: false },
  '/v1/vn/voicemail/delete': { method: 'POST', keyed: false },
  '/v1/webhook/list': { method: 'POST', keyed: false },
  '/v1/webhook/add': { method: 'POST', keyed: false },
  '/v1/webhook/update': { method: 'POST', keyed: false },
  '/v1/webhook/delete': { method: 'POST', keyed: false },
  '/v1/webhook/pause': { method: 'POST', keyed: false },
  '/v1/webhook/resume': { method: 'POST', keyed: false },
  '/v1/webhook/skip': { method: 'POST', keyed: false },
  '/v1/webhook/secret': { method: 'POST', keyed: false },
  '/v1/webhook/rotate': { method: 'POST', keyed: false },
  '/v1/webhook/revoke': { method: 'POST', keyed: false },
  '/v1/webhook/test': { method: 'POST', keyed: false },
  '/v1/webhook/replay': { method: 'POST', keyed: false },
  '/v1/webhook/replay-cancel': { method: 'POST', keyed: false },
  '/v1/webhook/replays': { method: 'POST', keyed: false },
  '/v1/webhook/events': { method: 'POST', keyed: false },
  '/v1/webhook/attempts': { method: 'POST', keyed: false },
  '/mail/v1/webhook/list': { method: 'POST', keyed: false },
  '/mail/v1/webhook/add': { method: 'POST', keyed: false },
  '/mail/v1/webhook/update': { method: 'POST', keyed: false },
  '/mail/v1/webhook/delete': { method: 'POST', keyed: false },
  '/mail/v1/webhook/pause': { method: 'POST', keyed: false },
  '/mail/v1/webhook/resume': { method: 'POST', keyed: false },
  '/mail/v1/webhook/skip': { method: 'POST', keyed: false },
  '/mail/v1/webhook/secret': { method: 'POST', keyed: false },
  '/mail/v1/webhook/rotate': { method: 'POST', keyed: false },
  '/mail/v1/webhook/revoke': { method: 'POST', keyed: false },
  '/mail/v1/webhook/test': { method: 'POST', keyed: false },
  '/mail/v1/webhook/replay': { method: 'POST', keyed: false },
  '/mail/v1/webhook/replay-cancel': { method: 'POST', keyed: false },
  '/mail/v1/webhook/replays': { method: 'POST', keyed: false },
  '/mail/v1/webhook/events': { method: 'POST', keyed: false },
  '/mail/v1/webhook/attempts': { method: 'POST', keyed: false },
};
