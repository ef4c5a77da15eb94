# Plumbline in a container: the built server on plain Node. docs/deployment.md says how to run it.
#   docker build -t plumbline .

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY bin bin
COPY scripts/build.ts scripts/build-into.ts scripts/build-server.ts scripts/build-web.ts scripts/build-sbom.ts scripts/vite.server.ts scripts/
COPY web web
COPY src src
COPY testkit testkit
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Of the optional packages the sandbox's native part stays; the Node that comes along for other machines goes.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Plumbline" \
      org.opencontainers.image.description="Tells where the live cloud no longer matches its Terraform state" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/web/dist web/dist
COPY package.json LICENSE ./
COPY bin bin
COPY assets assets
COPY docs docs

# With more room at hand Node would let garbage pile up: see "Memory" in docs/deployment.md.
# Inside a container 127.0.0.1 is the container alone: what may reach it is decided by the ports that are published.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    PLUMBLINE_DATA_DIR=/data \
    HOME=/data \
    NODE_OPTIONS="--max-old-space-size=1024 --max-semi-space-size=8" \
    MALLOC_ARENA_MAX=2

# The user "node", as numbers, so that a cluster can see that it is not root.
RUN install -d -o 1000 -g 1000 -m 0700 /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "bin/plumbline.mjs", "health"]

# Process 1 has to bury the processes that providers leave behind: run with --init (compose.yaml does).
ENTRYPOINT ["node", "bin/plumbline.mjs"]
CMD ["start"]
