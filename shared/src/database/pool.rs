//! Connections to the database, for single statements.

use async_trait::async_trait;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, ExecResult, QueryResult, Statement};

use super::deadline::{TAKES_WRITES, WithDeadline};
use super::kept::Connections;
use super::row_security;
use super::statement::sql;

/// A pool of connections, for single statements.
#[derive(Debug)]
pub struct Pool {
    /// The connections that reach every row.
    pub(super) all: WithDeadline<Connections>,
    /// The connections that reach the rows of one account, for requests (see [`row_security`]).
    pub(super) confined: Option<WithDeadline<Connections>>,
}

impl Pool {
    pub(super) fn new(all: WithDeadline<Connections>) -> Self {
        Self { all, confined: None }
    }

    /// Checks that the database answers, and that it takes writes.
    pub(super) async fn ping(&self) -> Result<(), DbErr> {
        if self.get_database_backend() == DbBackend::Sqlite {
            return self.execute_unprepared("SELECT 1").await.map(drop);
        }
        if !self.takes_writes().await? {
            // The next one is a new connection, and the pool asks those itself: it has none if the server only reads.
            self.all.deadline.note_switch();
            self.takes_writes().await?;
        }
        Ok(())
    }

    async fn takes_writes(&self) -> Result<bool, DbErr> {
        let row = self.query_one_raw(sql(self, TAKES_WRITES, Vec::new())).await?;
        row.map_or(Ok(false), |row| row.try_get_by_index(0))
    }

    /// Returns the connections that the running task uses.
    pub(super) fn of_task(&self) -> &WithDeadline<Connections> {
        match &self.confined {
            Some(confined) if row_security::account().is_some() => confined,
            _ => &self.all,
        }
    }
}

#[async_trait]
impl ConnectionTrait for Pool {
    fn get_database_backend(&self) -> DbBackend {
        self.all.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.of_task().execute_raw(statement).await
    }

    async fn execute_unprepared(&self, text: &str) -> Result<ExecResult, DbErr> {
        self.of_task().execute_unprepared(text).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.of_task().query_one_raw(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.of_task().query_all_raw(statement).await
    }
}
