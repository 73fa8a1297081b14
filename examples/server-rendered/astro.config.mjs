import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';

// read when the server starts, not when it is built
const setting = (options = {}) => envField.string({ context: 'server', access: 'secret', ...options });

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone', bodySizeLimit: 64 * 1024 }),
  // src/middleware.ts compares with SITE_URL instead, which is right behind a proxy, too
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1', port: 4321 },
  env: {
    schema: {
      COMMERCE_URL: setting({ url: true }),
      COMMERCE_KEY: setting({ startsWith: 'cpk_pub_' }),
      SHOP_NAME: setting({ default: 'Harbour Goods' }),
      SITE_URL: setting({ url: true, default: 'http://127.0.0.1:4321' }),
    },
  },
});
