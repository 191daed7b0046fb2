# `site` and what it starts: Node, for the islands. The binary is the static one of a release (x86_64-unknown-linux-musl).
#
#   docker run --rm --volume "$PWD:/work" --user "$(id -u):$(id -g)" ghcr.io/OWNER/NAME/site build
FROM node:22-alpine
COPY site /usr/local/bin/site
# npm keeps its cache where any user may write.
ENV npm_config_cache=/tmp/npm
WORKDIR /work
USER node
ENTRYPOINT ["site"]
CMD ["build"]
