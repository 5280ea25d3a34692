//! A client, with the person in front of it.

use std::sync::{Arc, Mutex};

use rmcp::ClientHandler;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
    ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient};
use serde_json::json;
use tokio::sync::{mpsc, watch};

/// How the person answers questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answers {
    /// There is nobody to ask: the client declares no elicitation.
    Nobody,
    With(ElicitationAction),
    /// Accepts, and says why.
    Because(&'static str),
    /// Never answers.
    Never,
    /// The client fails to ask.
    Breaks,
}

#[derive(Clone)]
pub(crate) struct Client {
    answers: Answers,
    asked: Arc<Mutex<Vec<String>>>,
    asks: Arc<watch::Sender<usize>>,
    progress: mpsc::UnboundedSender<ProgressNotificationParam>,
}

impl Client {
    pub(crate) fn new(answers: Answers) -> Self {
        Self::listening(answers).0
    }

    /// A client, and what it is told of progress.
    pub(crate) fn listening(
        answers: Answers,
    ) -> (Self, mpsc::UnboundedReceiver<ProgressNotificationParam>) {
        let (progress, told) = mpsc::unbounded_channel();
        let asks = Arc::new(watch::Sender::new(0));
        (Self { answers, asked: Arc::default(), asks, progress }, told)
    }

    /// The questions so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// Waits for a question.
    pub(crate) async fn is_asked(&self) {
        self.asks.subscribe().wait_for(|asks| *asks > 0).await.unwrap();
    }
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if self.answers != Answers::Nobody {
            let form = FormElicitationCapability::new();
            capabilities.elicitation = Some(ElicitationCapability::new().with_form(form));
        }
        ClientConfig::new(capabilities, Implementation::new("test", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            panic!("a form was promised")
        };
        self.asked.lock().unwrap().push(message);
        self.asks.send_modify(|asks| *asks += 1);
        match &self.answers {
            Answers::With(action) => Ok(ElicitResult::new(action.clone())),
            Answers::Because(reason) => {
                let content = json!({ "reason": reason });
                Ok(ElicitResult::new(ElicitationAction::Accept).with_content(content))
            }
            Answers::Never => std::future::pending().await,
            Answers::Nobody | Answers::Breaks => {
                Err(ErrorData::internal_error("there is no window", None))
            }
        }
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        // Nobody may be listening.
        let _ = self.progress.send(progress);
    }
}
