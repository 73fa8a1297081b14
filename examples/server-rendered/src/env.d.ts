declare namespace App {
  interface Locals {
    /** Calls the service as the visitor; with the token of an order also as the guest who placed it. */
    apiFor(orderToken?: string): import('commerce-client').Client;
  }
}
