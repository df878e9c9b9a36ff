// How Kubb makes its client (`deploy/dev clients`).
import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
    input: { path: process.env.OPENAPI },
    output: { path: "generated/kubb", clean: true, format: false, lint: false },
    // With axios, because the client that Kubb makes for fetch returns an answer of any status as if it were a success.
    plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "axios" })],
});
