import type { APIRoute } from 'astro';
import { storeOrderToken } from '../../shop/cookies.ts';

/** Links in mails lead here, with `ORDER_PAGE_URL` of the service. Takes the token out of the address. */
export const GET: APIRoute = ({ url, cookies, redirect }) => {
  const [id, token] = [url.searchParams.get('order'), url.searchParams.get('token')];
  if (id === null || token === null || !/^ord_\w{26}$/.test(id)) return new Response(null, { status: 404 });
  storeOrderToken(cookies, 'reader', id, token);
  return redirect(`/orders/${id}`, 303);
};
