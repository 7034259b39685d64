/**
 * A connection string with the name of another database on the same server. Users stay in their authentication
 * database: without `authSource` that is the database of the address, or `admin`.
 */
export function withDatabase(uri: string, name: string): string {
  const [, server = '', before = '', query = ''] =
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?([^?]*)\??(.*)$/.exec(uri) ?? [];
  if (!server) throw new Error('MONGODB_URI is no address such as mongodb://host:27017/name');
  const options = new URLSearchParams(query);
  if (server.includes('@') && !options.has('authSource')) options.set('authSource', before || 'admin');
  const shown = options.toString();
  return `${server}/${name}${shown ? `?${shown}` : ''}`;
}
