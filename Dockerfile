# The product in one image: the API with the built web. `docker build .` builds the last stage, which is for production: run
# it unchanged (the API) and once more with `node --enable-source-maps apps/api/dist/worker.js` (mails, the payment sweep,
# totals), with the settings of .env.example; any number of both. docker-compose.production.yml does that.
# The stage `trial` adds the launcher, the sandbox and the mail catcher, for docker-compose.yml.
# `npm run image-check` builds the image and tests all of that.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/domain/package.json packages/domain/
COPY packages/local-stack/package.json packages/local-stack/
COPY packages/stripe-sandbox/package.json packages/stripe-sandbox/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN node scripts/build.mjs

# Production needs no build tools, no test tools and none of the web's packages, which are in its bundle. npm counts
# workspaces among the tests' packages, such as the launcher's, as production: they are removed from the lists first.
FROM manifests AS dependencies
RUN --mount=type=cache,target=/root/.npm \
    npm pkg delete devDependencies --workspace apps/api && \
    npm install --package-lock-only --ignore-scripts --no-audit --no-fund && \
    npm ci --omit=dev --ignore-scripts --workspace apps/api

FROM manifests AS trial-dependencies
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --workspace apps/api --workspace packages/local-stack

FROM node:24-bookworm-slim AS program
# All addresses within the container: what is published is decided where it is run. Threads share two heaps (glibc,
# mallopt(3)), which keeps a worker under 300 MB.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
RUN mkdir /data && chown 1000:1000 /data
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/apps/api/dist apps/api/dist
# The user `node` of the base image, by its number: a platform that requires a user other than root can check it.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/api/dist/main.js"]

FROM program AS trial
COPY --from=trial-dependencies /app ./
COPY --from=build /app/packages/local-stack/dist packages/local-stack/dist

FROM program AS production
COPY --from=dependencies /app ./
