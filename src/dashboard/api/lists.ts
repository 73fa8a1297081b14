// Generated from the OpenAPI document by `npm run dashboard:api`.

export const LISTS = {
  "/api/auth/sessions": { "filters": {} },
  "/api/auth/keys": { "filters": {} },
  "/api/users/me/second_factors": { "filters": {} },
  "/api/users": {
    "filters": {
      "q": {"kind":"search"},
      "role": {"kind":"choice","values":["owner","admin","staff","analyst","customer"],"isMultiple":true},
      "status": {"kind":"choice","values":["active","disabled"],"isMultiple":false},
      "email": {"kind":"text"},
      "consent": {"kind":"choice","values":["email_marketing","sms_marketing"],"isMultiple":false},
      "tag": {"kind":"text"},
      "invited_from": {"kind":"time"},
      "invited_to": {"kind":"time"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/users/{id}/sessions": { "filters": {} },
  "/api/products": {
    "filters": {
      "q": {"kind":"search"},
      "category": {"kind":"text"},
      "vendor": {"kind":"text"},
      "tag": {"kind":"text"},
      "price_min": {"kind":"number"},
      "price_max": {"kind":"number"},
      "currency": {"kind":"text"},
      "sku": {"kind":"text"},
      "slug": {"kind":"text"},
      "status": {"kind":"choice","values":["draft","active","archived"],"isMultiple":false},
      "stock_max": {"kind":"number"},
      "low_stock": {"kind":"flag"},
      "parent_id": {"kind":"id","prefix":"prod"},
      "available": {"kind":"flag"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
      "updated_from": {"kind":"time"},
    },
    "sorts": ["created_at","-created_at","price","-price","name","-name","updated_at","-updated_at"]
  },
  "/api/products/{id}/prices": { "filters": {} },
  "/api/products/{id}/stock_adjustments": { "filters": {} },
  "/api/categories": { "filters": {} },
  "/api/imports": {
    "filters": {
      "resource": {"kind":"choice","values":["products","users","discounts","redirects"],"isMultiple":false},
      "status": {"kind":"choice","values":["running","completed","stopped","failed","interrupted","cancelled"],"isMultiple":false},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/orders": {
    "filters": {
      "status": {"kind":"choice","values":["open","completed","cancelled"],"isMultiple":true},
      "payment_status": {"kind":"choice","values":["unpaid","partially_paid","authorized","paid","partially_refunded","refunded"],"isMultiple":true},
      "fulfillment_status": {"kind":"choice","values":["unfulfilled","partially_fulfilled","fulfilled"],"isMultiple":true},
      "user_id": {"kind":"id","prefix":"usr"},
      "email": {"kind":"text"},
      "number": {"kind":"text"},
      "external_id": {"kind":"text"},
      "q": {"kind":"search"},
      "product_id": {"kind":"id","prefix":"prod"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
      "updated_from": {"kind":"time"},
    },
    "sorts": ["created_at","-created_at","updated_at","-updated_at"]
  },
  "/api/orders/{id}/timeline": { "filters": {} },
  "/api/redirects": {
    "filters": {
      "path": {"kind":"text"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/orders/{id}/returns": { "filters": {} },
  "/api/returns": {
    "filters": {
      "order_id": {"kind":"id","prefix":"ord"},
      "user_id": {"kind":"id","prefix":"usr"},
      "status": {"kind":"choice","values":["requested","approved","received","rejected"],"isMultiple":false},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/withdrawals": {
    "filters": {
      "order_id": {"kind":"id","prefix":"ord"},
      "user_id": {"kind":"id","prefix":"usr"},
      "status": {"kind":"choice","values":["received","accepted","completed","rejected"],"isMultiple":false},
      "refund_by_to": {"kind":"time"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/payments": {
    "filters": {
      "order_id": {"kind":"id","prefix":"ord"},
      "invoice_id": {"kind":"id","prefix":"inv"},
      "user_id": {"kind":"id","prefix":"usr"},
      "status": {"kind":"choice","values":["processing","requires_action","authorized","succeeded","failed","cancelled"],"isMultiple":false},
      "gateway": {"kind":"text"},
      "needs_attention": {"kind":"flag"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/payments/{id}/refunds": { "filters": {} },
  "/api/payments/{id}/timeline": { "filters": {} },
  "/api/invoices": {
    "filters": {
      "needs_attention": {"kind":"flag"},
      "status": {"kind":"choice","values":["draft","open","paid","void","uncollectible"],"isMultiple":false},
      "order_id": {"kind":"id","prefix":"ord"},
      "subscription_id": {"kind":"id","prefix":"sub"},
      "user_id": {"kind":"id","prefix":"usr"},
      "number": {"kind":"text"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/credit_notes": {
    "filters": {
      "invoice_id": {"kind":"id","prefix":"inv"},
      "reason": {"kind":"choice","values":["refund","correction","goodwill"],"isMultiple":false},
      "user_id": {"kind":"id","prefix":"usr"},
      "number": {"kind":"text"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/payment_methods": {
    "filters": {
      "user_id": {"kind":"id","prefix":"usr"},
      "gateway": {"kind":"text"},
      "status": {"kind":"choice","values":["saving","requires_action","active","failed"],"isMultiple":false},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/payment_links": {
    "filters": {
      "order_id": {"kind":"id","prefix":"ord"},
      "invoice_id": {"kind":"id","prefix":"inv"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/carts": {
    "filters": {
      "user_id": {"kind":"id","prefix":"usr"},
      "status": {"kind":"choice","values":["open","ordered"],"isMultiple":false},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/tax_rates": {
    "filters": {
      "country": {"kind":"text"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/shipping_methods": {
    "filters": {
      "active": {"kind":"flag"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/discounts": {
    "filters": {
      "code": {"kind":"text"},
      "kind": {"kind":"choice","values":["percent","amount","fixed_price","free_shipping"],"isMultiple":false},
      "active": {"kind":"flag"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/plans": {
    "filters": {
      "status": {"kind":"choice","values":["active","archived"],"isMultiple":false},
      "product_id": {"kind":"id","prefix":"prod"},
      "currency": {"kind":"text"},
      "interval": {"kind":"choice","values":["day","week","month","year"],"isMultiple":false},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/subscriptions": {
    "filters": {
      "status": {"kind":"choice","values":["incomplete","trialing","active","past_due","unpaid","paused","cancelled"],"isMultiple":false},
      "user_id": {"kind":"id","prefix":"usr"},
      "plan_id": {"kind":"id","prefix":"plan"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/events": {
    "filters": {
      "type": {"kind":"choice","values":["*","product.*","category.*","order.*","cart.*","checkout.*","return.*","withdrawal.*","payment.*","dispute.*","payment_method.*","payment_link.*","invoice.*","credit_note.*","plan.*","subscription.*","user.*","webhook.*","api_key.*","redirect.*","product.created","product.updated","product.deleted","product.low_stock","category.created","category.updated","category.deleted","order.created","order.updated","order.paid","order.fulfilled","order.cancelled","cart.created","cart.updated","cart.deleted","cart.abandoned","checkout.created","checkout.updated","return.created","return.updated","withdrawal.created","withdrawal.updated","payment.authorized","payment.succeeded","payment.failed","payment.cancelled","payment.refunded","payment.refund_failed","payment.updated","dispute.opened","dispute.closed","payment_method.created","payment_method.updated","payment_method.deleted","payment_link.created","payment_link.updated","invoice.created","invoice.updated","invoice.deleted","invoice.finalized","invoice.paid","invoice.payment_failed","invoice.overdue","invoice.uncollectible","invoice.voided","invoice.sent","credit_note.created","plan.created","plan.updated","plan.deleted","subscription.created","subscription.updated","subscription.renewed","subscription.past_due","subscription.cancelled","subscription.paused","subscription.resumed","subscription.trial_ending","subscription.out_of_stock","user.created","user.updated","user.deleted","webhook.endpoint_updated","webhook.endpoint_disabled","api_key.expiring","redirect.created","redirect.updated","redirect.deleted"],"isMultiple":true},
      "resource_id": {"kind":"text"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
  "/api/webhooks": {
    "filters": {
      "needs_attention": {"kind":"flag"},
    }
  },
  "/api/webhooks/{id}/deliveries": {
    "filters": {
      "status": {"kind":"choice","values":["pending","succeeded","failed"],"isMultiple":false},
      "event_id": {"kind":"id","prefix":"evt"},
    }
  },
  "/api/audit_log": {
    "filters": {
      "actor": {"kind":"text"},
      "action": {"kind":"text"},
      "resource_id": {"kind":"text"},
      "created_from": {"kind":"time"},
      "created_to": {"kind":"time"},
    }
  },
} as const;
