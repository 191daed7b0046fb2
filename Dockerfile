# Image with `site`, and with Node, which renders islands. The program is the statically linked one of a release
# (x86_64-unknown-linux-musl).
#
#   docker run --rm --volume "$PWD:/work" --user "$(id -u):$(id -g)" ghcr.io/OWNER/NAME/site build
FROM node:22-alpine
COPY site /usr/local/bin/site
# npm's cache is in a folder that any user can write to.
ENV npm_config_cache=/tmp/npm
WORKDIR /work
USER node
ENTRYPOINT ["site"]
CMD ["build"]
