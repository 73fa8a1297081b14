/** The address of a shop's page with parameters, whose values need no escaping, such as ids and tokens. */
export const pageLink = (page: string, parameters: Readonly<Record<string, string>>): string => {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `${page}${page.includes('?') ? '&' : '?'}${query.join('&')}`;
};
