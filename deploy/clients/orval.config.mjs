// How orval makes its client (`deploy/dev clients`).
export default {
    almoner: {
        input: process.env.OPENAPI,
        output: {
            target: "generated/orval.ts",
            client: "fetch",
            baseUrl: { runtime: "baseUrl", imports: [{ name: "baseUrl", importPath: "../common", values: true }] },
        },
    },
};
