import { loadConfig } from '../config.ts';
import { element } from './element.ts';

/** What the service's page may know of an order: a token that opens it, or the number that its form begins with. */
type Named = Readonly<{ token: string }> | Readonly<{ order_number: string }>;

/**
 * Leads to the page of the service where consumers withdraw. The law wants it on every page, easy to find, with these words,
 * and throughout the withdrawal period.
 */
export const withdrawalLink = async (order?: Named): Promise<HTMLElement> => {
  const { apiUrl } = await loadConfig();
  const query = new URLSearchParams({ lang: document.documentElement.lang, ...order });
  return element('a', { class: 'withdraw', href: `${apiUrl}/withdraw?${query}` }, 'Withdraw from contract here');
};
